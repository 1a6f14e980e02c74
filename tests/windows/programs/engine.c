/* A USI engine that resigns at once, in the C of an author on Windows: standard output is in text mode, lines end in CR LF.
   The first word of its command says what else it does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static char itself[MAX_PATH];

static void start_child(void)
{
    char command[MAX_PATH + 16];
    STARTUPINFOA start = {sizeof start};
    PROCESS_INFORMATION child;
    snprintf(command, sizeof command, "\"%s\" sleep", itself);
    if (CreateProcessA(NULL, command, NULL, NULL, FALSE, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP, NULL, NULL, &start, &child))
        CloseHandle(child.hProcess);
}

static void write_to_console(void)
{
    FILE *console = fopen("CONOUT$", "w");
    if (console) {
        fputs("this is no line of the protocol\n", console);
        fclose(console);
    }
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    char line[4096], name[64] = "resigns";
    GetModuleFileNameA(NULL, itself, sizeof itself);
    if (!strcmp(what, "sleep"))
        Sleep(600000);
    if (!strcmp(what, "console"))
        write_to_console();
    if (!strcmp(what, "child"))
        start_child();
    if (!strcmp(what, "mode"))
        snprintf(name, sizeof name, "error mode 0x%x", GetErrorMode());
    if (!strcmp(what, "box"))
        MessageBoxA(NULL, "An assertion has failed.", "engine", MB_OK | MB_ICONERROR);
    setvbuf(stdout, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "usi")) {
            /* Shift_JIS, as a console in Japan has it; its second bytes can be a backslash. */
            printf("id name %s\nid author somebody\n", !strcmp(what, "japanese") ? "\x8f\xab\x8a\xfb\x83\x5c" : name);
            printf("option name USI_Hash type spin default 16 min 1 max 1024\noption name USI_Ponder type check default false\nusiok\n");
        } else if (!strcmp(line, "isready"))
            puts("readyok");
        else if (!strncmp(line, "go", 2)) {
            if (!strcmp(what, "crash"))
                *(volatile int *)0 = 1;
            if (!strcmp(what, "abort"))
                abort();
            puts(strstr(line, "mate") ? "checkmate notimplemented" : "bestmove resign");
        } else if (!strcmp(line, "quit"))
            return 0;
    }
    return 0;
}
