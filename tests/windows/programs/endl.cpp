// A USI engine that resigns at once, in the C++ of most engines: each line is ended, and flushed, by std::endl.
#include <iostream>
#include <string>

int main()
{
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line == "usi")
            std::cout << "id name resigns\nid author somebody\noption name USI_Hash type spin default 16 min 1 max 1024\n"
                      << "option name USI_Ponder type check default false\nusiok" << std::endl;
        else if (line == "isready")
            std::cout << "readyok" << std::endl;
        else if (line.rfind("go", 0) == 0)
            std::cout << (line.find("mate") == std::string::npos ? "bestmove resign" : "checkmate notimplemented") << std::endl;
        else if (line == "quit")
            break;
    }
}
