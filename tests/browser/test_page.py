"""The page in a real browser: filters in the address, copying, hostile words, a phone, the dark look, paper, the keyboard.

Skipped where there is no Chromium with its driver, or no selenium (the extra `browser`).
"""

import base64
import re
import shutil
from dataclasses import replace
from urllib.parse import quote

import pytest

from conformance.many import board_page, comparison_page
from conformance.many.board import EngineBoard, entry_of, page_names
from conformance.many.comparison import Comparison
from conformance.many.history import History
from conformance.protocol.driver import Identity
from conformance.report.html.of_run import page
from conformance.report.model import run_of
from conformance.report.reading import RecordedRun
from conformance.run.events import EngineNamed, Measured, Result, RunFinished, RunStarted, Tally
from conformance.wire.transcript import Direction, Line, WaitSpan
from conformance.words.model import Delay, DelayOf, Kind, Level, Outcome, Requirement
from conformance.words.pictures import Picture

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="there is no Chromium with its driver")

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
EVIL = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\x1b[31m\u202e"
STILL = ("prefers-reduced-motion", "reduce")
SECTIONS = (("handshake", "Handshake"), ("search", "Searching"))


def result(name, outcome, level=Level.MUST, section="handshake", **more):
    requirement = Requirement(name, section, level, Kind.CONFORMANCE, "clause 5", f"It keeps {name}.", "", "A cause.", "A fix.")
    return Result(requirement, f"check_{name[-2:]}", "A title.", outcome, **more)


def a_run():
    lines = (
        Line(0.0, Direction.TO_ENGINE, "usi"),
        Line(0.01, Direction.FROM_ENGINE, f"id name {EVIL}"),
        Line(0.02, Direction.STDERR, EVIL),
        Line(0.5, Direction.TO_ENGINE, "stop"),
    )
    broken = {"transcript": lines, "at": 3, "gates": True, "expected": "a bestmove within 2000 ms", "actual": "silence"}
    results = (
        result("USI-HS-01", Outcome.PASS),
        result("USI-HS-02", Outcome.FAIL, rerun="conform --select USI-HS-02 ./engine", wait=WaitSpan(0.5, 2.0), **broken),
        result("USI-HS-03", Outcome.FAIL, Level.SHOULD, **broken | {"actual": EVIL}),
        result("USI-STOP-01", Outcome.BLOCKED, section="search", blocked_by="USI-HS-02"),
        result("USI-STOP-02", Outcome.FAIL, section="search", **broken),
        result("USI-STOP-03", Outcome.FAIL, section="search", **broken),
        result("USI-STOP-04", Outcome.FAIL, section="search", **broken),
    )
    tally = Tally()
    for one in results:
        tally.add(one)
    plan = RunStarted("usi", "Universal Shogi Interface", EVIL, (EVIL,), 7, 0, "0.1.0", False, False, SECTIONS)
    delays = tuple(Delay(DelayOf.STOP, 0.001 * (index + 1), 2.0, index) for index in range(50))
    events = (plan, EngineNamed(Identity(f"Demo {EVIL}")), Measured("stops", delays, is_calm=True), *results)
    return run_of((*events, RunFinished(1, 1.0, counts=tally.counts())))


BOARD = Picture('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>', "startpos")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    found = tmp_path_factory.mktemp("page") / "index.html"
    found.write_bytes(page(a_run(), lambda _protocol, _result: BOARD))
    return found


@pytest.fixture
def shown(browser, path):
    """Open the page anew, at some place in it, as wide as a desk's screen or narrower; nobody complains."""

    def show(place="", *, width=1200, height=900, media=(), scripts=True):
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": name, "value": one} for name, one in (STILL, *media)]}
        )
        browser.get("about:blank")
        browser.get(f"file://{path}{place}")
        return browser

    yield show
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def visible(driver, selector="tr[data-outcome] th"):
    script = "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).map(e => e.textContent.trim())"
    return driver.execute_script(script, selector)


def contrast(one, other):
    """The contrast of two colours as WCAG 2 defines it."""

    def luminance(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_nothing_that_an_engine_says_runs(shown):
    driver = shown()
    assert driver.title.startswith("✗ Demo </script><script>")
    assert driver.execute_script("return document.scripts.length") == 1
    assert driver.execute_script("return [...document.images].every(i => i.complete && i.naturalWidth > 0)")
    assert (
        driver.execute_script("return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length")
        == 0
    )


def test_filters_are_in_the_address_and_a_link_leads_to_them(shown):
    driver = shown()
    assert len(visible(driver)) == 7
    driver.execute_script("document.querySelector('input[value=fail]').click()")
    driver.execute_script("document.querySelector('input[value=MUST]').click()")
    driver.find_element("name", "q").send_keys("STOP-0 check_04")
    assert visible(driver) == ["USI-STOP-04"]
    assert visible(driver, "article h4 a") == ["USI-STOP-04"]
    assert driver.find_element("id", "shown").text == "1 of 7 verdicts shown"
    address = driver.current_url.split("#", 1)[1]
    assert address == "?outcome=fail&level=MUST&q=STOP-0+check_04"
    assert visible(shown(f"#{address}")) == ["USI-STOP-04"]
    assert driver.find_element("name", "q").get_attribute("value") == "STOP-0 check_04"
    driver.find_element("css selector", "button[type=reset]").click()
    assert driver.execute_async_script("setTimeout(() => arguments[0](location.hash), 50)") == ""
    assert len(visible(driver)) == 7


@pytest.mark.parametrize(
    "words", ["?section=search", "?section=no-such", "?outcome=x&level=y&q=" + quote(EVIL), "%E0%A4%A", "a b", "?%"]
)
def test_any_address_is_borne(shown, words):
    driver = shown(f"#{words}")
    assert len(visible(driver)) == {"?section=search": 4, "?outcome=x&level=y&q=" + quote(EVIL): 0}.get(words, 7)


def test_the_bar_of_a_section_leads_to_its_verdicts(shown):
    driver = shown()
    driver.find_element("link text", "Searching").click()
    assert visible(driver) == ["USI-STOP-01", "USI-STOP-02", "USI-STOP-03", "USI-STOP-04"]


def test_a_link_to_a_finding_opens_it_whatever_was_filtered(shown):
    driver = shown("#USI-STOP-04")
    assert driver.execute_script("return document.querySelector('#USI-STOP-04 > details').open")
    assert not driver.execute_script("return document.querySelector('#USI-HS-03 > details').open")
    driver = shown("#?outcome=pass")
    assert visible(driver, "article h4 a") == []
    driver.execute_script("location.hash = '#USI-HS-03'")
    script = "const [done] = arguments; const one = document.getElementById('USI-HS-03'); setTimeout(() => done(one.hidden), 50)"
    assert driver.execute_async_script(script) is False
    assert driver.execute_script("return document.querySelector('#USI-HS-03 > details').open")
    assert len(visible(driver)) == 7


def test_commands_are_copied(shown):
    driver = shown()
    origin = {"permission": {"name": "clipboard-read"}, "setting": "granted"}
    driver.execute_cdp_cmd("Browser.setPermission", origin)
    button = driver.find_element("css selector", "#USI-HS-02 button.copy")
    assert button.get_attribute("data-copy") == "conform --select USI-HS-02 ./engine"
    button.click()
    script = "const [done] = arguments; setTimeout(() => done(document.querySelector('#USI-HS-02 button.copy').textContent), 200)"
    assert driver.execute_async_script(script) == "copied"


def test_without_scripts_all_is_shown_as_a_list(shown):
    driver = shown(scripts=False)
    assert not driver.find_element("id", "filter").is_displayed()
    assert not any(button.is_displayed() for button in driver.find_elements("css selector", "button.copy"))
    assert len([row for row in driver.find_elements("css selector", "tr[data-outcome]") if row.is_displayed()]) == 7
    assert driver.find_element("css selector", "svg.lanes").is_displayed()


@pytest.mark.parametrize("width", [320, 390, 768, 1200])
def test_no_page_is_wider_than_its_screen(shown, width):
    driver = shown(width=width)
    driver.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_told_from_their_ground(shown, scheme):
    driver = shown(media=[("prefers-color-scheme", scheme)])
    script = """
        const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
          if (c !== 'rgba(0, 0, 0, 0)' && c !== 'transparent') return c; } return 'rgb(255, 255, 255)'; };
        return [...document.querySelectorAll('h1, h2, p, a, dt, dd, .chip, summary, td, th, code, .muted, button, legend, label')]
          .filter(e => e.checkVisibility()).map(e => [getComputedStyle(e).color, ground(e), e.className + e.textContent.slice(0, 40)])
    """
    found = {tuple(row[:2]): row[2] for row in driver.execute_script(script)}
    assert len(found) > 4
    assert [(pair, what) for pair, what in found.items() if contrast(*pair) < 4.5] == []
    paper = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (contrast(paper, "rgb(0, 0, 0)") > 10) == (scheme == "light")


def test_the_keyboard_reaches_everything_and_shows_where_it_is(shown):
    driver = shown()
    driver.find_element("tag name", "body").send_keys("\ue004")
    assert driver.switch_to.active_element.text == "Skip to the content"
    assert driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    reached = []
    for _ in range(30):
        webdriver.ActionChains(driver, duration=0).send_keys("\ue004").perform()
        reached.append(driver.execute_script("const e = document.activeElement; return e.name || e.tagName"))
    assert {"outcome", "level", "section", "q", "A", "SUMMARY"} <= set(reached)


def test_what_a_screen_reader_is_told(shown):
    driver = shown()
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    reported = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored")}
    roles = {role for role, _ in reported}
    assert {"main", "banner", "contentinfo", "heading", "article", "table", "status", "search"} - {"search"} <= roles
    assert ("article", "USI-HS-02 MUST blocks 1 check") in reported
    assert ("button", "Copy the command: again") in reported
    assert any(role == "region" and name.startswith("Picture of the dialogue") for role, name in reported)
    assert not [
        role
        for role, name in reported
        if role in ("button", "textbox", "searchbox", "checkbox", "combobox", "image") and not name
    ]


def test_on_paper_all_findings_are_open(shown):
    driver = shown()
    closed = "return document.querySelectorAll('article > details:not([open])').length"
    assert driver.execute_script(closed) > 0
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script(closed) == 0
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert driver.execute_script(closed) > 0
    data = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert data.startswith(b"%PDF")


def test_texts_of_a_picture_stay_inside_it(shown):
    driver = shown()
    driver.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    script = """
        return [...document.querySelectorAll('svg.lanes, .plot svg')].flatMap((svg) => { const box = svg.getBoundingClientRect();
          return [...svg.querySelectorAll('text')].filter((text) => { const one = text.getBoundingClientRect();
            return one.width && (one.left < box.left - 1 || one.right > box.right + 1 || one.bottom > box.bottom + 1); })
            .map((text) => text.textContent); })
    """
    assert driver.execute_script(script) == []


def test_two_thousand_verdicts_are_filtered(path, browser):
    run = a_run()
    many = tuple(replace(run.results[0], check=f"check_{index}") for index in range(2000))
    other = path.with_name("many.html")
    other.write_bytes(page(replace(run, results=many)))
    browser.get(f"file://{other}#?q=check_1999")
    assert visible(browser) == ["USI-HS-01"]
    assert browser.find_element("id", "shown").text == "1 of 2000 verdicts shown"


def test_a_comparison_shows_what_has_no_evidence_and_filters_it(path, browser):
    run = a_run()
    fixed = tuple(replace(one, outcome=Outcome.PASS, transcript=()) for one in run.results)
    other = path.with_name("compared.html")
    other.write_bytes(comparison_page.page(Comparison(run, replace(run, results=fixed))))
    browser.get("about:blank")
    browser.get(f"file://{other}")
    assert "Fixed: 5" in visible(browser, "h2")
    browser.get(f"file://{other}#?q=nowhere")
    assert visible(browser) == []
    assert "Fixed: 5" not in visible(browser, "h2")


def test_a_broken_cell_of_a_board_leads_to_its_dialogue_on_the_page_of_the_engine(path, browser):
    run, history = a_run(), History()
    for place, began in (("a.jsonl", "2026-01-01"), ("b.jsonl", "2026-01-02")):
        history.take(
            place, RecordedRun((run.plan, EngineNamed(run.engine), *run.results, run.end), is_complete=True, began=began)
        )
    (engine,) = history.engines()
    (name,) = page_names([engine])
    path.with_name(name).write_bytes(board_page.engine_page(engine, run))
    path.with_name("board.html").write_bytes(board_page.index_page(EngineBoard((entry_of(engine, run, name),), {}, 0)))
    for width in (1200, 400):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(f"file://{path.with_name('board.html')}")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        browser.find_element("css selector", "td.cell a[href$='USI-STOP-02']").click()
        assert browser.current_url.endswith(f"{name}#USI-STOP-02")
        assert "History" in visible(browser, "h2")
        assert browser.execute_script("return document.querySelector('#USI-STOP-02 > details').open")
        assert browser.execute_script("return document.querySelector('#USI-STOP-02 svg').checkVisibility()")
    assert [entry["message"] for entry in browser.get_log("browser")] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_of_a_board_can_be_read_and_differ_in_grey(path, browser, scheme):
    run, history = a_run(), History()
    history.take("a.jsonl", RecordedRun((run.plan, *run.results, run.end), is_complete=True, began="2026-01-01"))
    (engine,) = history.engines()
    path.with_name("board.html").write_bytes(board_page.index_page(EngineBoard((entry_of(engine, run, "a.html"),), {}, 0)))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    browser.get(f"file://{path.with_name('board.html')}")
    script = """return Object.fromEntries(['bad', 'mild', 'good', 'none'].map((kind) => {
        const style = getComputedStyle(document.querySelector('.cells .' + kind)); return [kind, [style.color, style.backgroundColor]]; }))"""
    colours = browser.execute_script(script)
    assert all(contrast(*pair) >= 4.5 for pair in colours.values())
    assert contrast(colours["bad"][1], colours["mild"][1]) >= 2
    assert contrast(colours["bad"][1], colours["good"][1]) >= 2
