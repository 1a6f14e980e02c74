// Four moves by the clock: by the package node-uci. chess.js looks whether a move is legal, which node-uci leaves to its user.

const { Chess } = require('chess.js')
const { Engine } = require('node-uci')

const uci = move => move.from + move.to + (move.promotion || '')

async function main() {
  const engine = new Engine(process.argv[2])
  await engine.init()
  await engine.setoption('Hash', 32)
  await engine.ucinewgame()
  const board = new Chess()
  const moves = []
  let clock = 20000
  for (let number = 0; number < 4; number++) {
    await engine.position('startpos', moves)
    const begun = Date.now()
    const { bestmove } = await engine.go({ wtime: clock, btime: 20000, winc: 100, binc: 100 })
    clock += 100 - (Date.now() - begun)
    const found = board.moves({ verbose: true }).find(move => uci(move) === bestmove)
    if (!found) throw new Error(`${bestmove} is illegal`)
    board.move(found)
    const reply = board.moves({ verbose: true }).sort((one, other) => (uci(one) < uci(other) ? -1 : 1))[0]
    board.move(reply)
    moves.push(bestmove, uci(reply))
  }
  await engine.quit()
}

main().catch(error => {
  console.error(String(error))
  process.exit(1)
})
