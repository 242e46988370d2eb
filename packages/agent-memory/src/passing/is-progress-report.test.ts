import { expect, it } from 'vitest';
import { isLogLine } from './is-log-line.ts';
import { isPassing } from './is-passing.ts';

const REPORTS = `
The tests are running.
I'm waiting for the build.
Just now the download finished.
Let me check the file.
The user said hello.
The user asked a question.
Reading file src/index.ts
I will now run the tests.
Error: ENOENT no such file or directory
npm install completed in 4s
Compiling 34 of 120
Deployment is in progress.
Currently fetching the logs.
The assistant is thinking.
User is online.
Session started at 14:02.
Hold on a second.
One moment please.
Ich warte auf den Build.
Die Tests laufen gerade.
Un momento, por favor.
Les tests sont en cours d'exécution.
テストを実行中です。
正在下载文件。
Сборка идёт.
The PR is still being reviewed.
The agent read 3 files and edited 2.
Task completed successfully.
Cursor is at line 44.
The terminal shows a blinking prompt.
The user seems to be in a hurry right now.
I have finished step 3 of 5.
Retrying request (attempt 2)...
lorem ipsum dolor sit amet
The linter is still complaining about two files.
Let me have a look at the config first.
All 214 tests passed.
2 tests failed, 40 passed.
Build succeeded in 12.4 seconds.
The download has finished.
The container was restarted a minute ago.
The agent is now editing src/app.ts.
Searching for usages of parseDate...
Applying the patch to main.ts.
The user pressed enter.
The user thanked the assistant.
The user is currently looking at the pricing page.
The user wants me to continue.
Proceeding with the next step.
Starting the dev server on port 5173...
Server listening on http://localhost:3000
Fetching origin
Already up to date.
Switched to branch 'main'
Nothing to commit, working tree clean.
Waiting for the user to confirm.
I'm done with the refactoring for now.
I need a minute to read this.
Great question!
Here is the summary you asked for.
The file was saved.
File written: out/report.html
The command exited with code 1.
Installing dependencies
The conversation has just begun.
This session was about fixing a bug.
The user uploaded a screenshot.
The assistant apologized for the mistake.
Die Installation läuft.
Der Download ist abgeschlossen.
Der Nutzer hat auf Speichern geklickt.
L'installation est terminée.
Le téléchargement a commencé.
La compilación ha terminado.
Instalando dependencias...
I test sono passati.
Il download è in corso.
O build falhou de novo.
Os testes estão rodando.
Тесты запущены.
Установка завершена успешно.
ファイルを読み込んでいます。
ビルドが完了しました。
测试正在运行。
构建已完成。
설치가 완료되었습니다.
De tests draaien nog.
De download is voltooid.
User opened settings.
Page loaded.
Timeout after 30s, retrying
Step 2/7: RUN npm ci
Progress: 45%
The type check failed with 3 errors.
The user just closed the laptop lid.
I'm looking into the failing test.
I have updated the README and the changelog.
We are on step 4 now.
The API call returned a 500 a minute ago.
Tests: 12 passed, 1 failed
Cloning the repository into /tmp/work.
The user is typing a reply.
The user scrolled through the list.
I'll get back to you in a minute.
The pull request was opened.
The branch has been pushed.
Rebuilding the index...
The job is still in the queue.
The user has not answered yet.
Everything is green.
Nothing changed.
Let's continue with the next file.
The upload stalled at 80 percent.
The tool call was rejected.
The agent is waiting for permission.
The context window is almost full.
Summarizing the conversation so far.
Ich habe die Datei geöffnet.
Der Build ist rot.
J'ai lancé les tests.
Le serveur redémarre.
He abierto el archivo.
El servidor se está reiniciando.
Ho aperto il file.
Abri o arquivo.
Я открыл файл.
Сервер перезапускается.
ファイルを開きました。
我打开了文件。
파일을 열었습니다.
Ik heb het bestand geopend.
The commit was reverted.
Regenerating the lock file...
The task has been cancelled by the user.
I just ran the formatter.
The server got restarted again.
Looking up the type definitions...
We're at line 120 now.
Everything looks good.
The import is stuck at 40%.
Let's check the logs.
The user hasn't replied yet.
The deploy was aborted.
Ich habe gerade den Test gestartet.
Die Pipeline wird neu gestartet.
J'ai supprimé le fichier.
La page se charge.
Hemos ejecutado las pruebas.
La descarga está pausada.
Abbiamo avviato il server.
Il build è stato annullato.
Executei os testes.
O servidor está reiniciando.
Я запустил тесты.
Файл загружается.
テストを実行しました。
サーバーを再起動した。
我运行了测试。
脚本正在执行。
테스트를 실행했습니다.
Ik heb de tests gedraaid.
De pagina laadt.
The user closed the terminal.`;

const linesOf = (text: string) => text.trim().split('\n');
const passes = (line: string) => isPassing(line) || isLogLine(line);

it('knows what reports how a task goes', () => {
  expect(linesOf(REPORTS).filter((line) => !passes(line))).toEqual([]);
});

it('looks at a hostile line for no longer than at another', () => {
  for (const part of ['the the the ', 'reading the ', 'on the ', 'reading files ', '1 passed, ', 'a/a.b '])
    expect(passes(`${`reading ${part.repeat(20)}`.slice(0, 180)} costs much`)).toBe(false);
});
