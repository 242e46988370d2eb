import { expect, it } from 'vitest';
import { isLogLine } from './is-log-line.ts';
import { isPassing } from './is-passing.ts';

const FOR_GOOD = `
Le serveur tourne maintenant sous Debian 13.
Le serveur tourne désormais sous Debian 13.
Le service charge maintenant les modules depuis le CDN.
Der Server läuft jetzt unter Debian 13.
Die App lädt jetzt alle Bilder vom CDN.
Die Firma arbeitet jetzt mit SAP zusammen.
El servidor está ahora en Frankfurt.
El equipo está trabajando desde Sevilla este año.
Hugo vient de Bretagne.
Le vin vient de Bourgogne.
Hugo attend un enfant pour mai.
Lucie attend la naissance de son fils en mars.
Die Praxis hat jetzt montags geschlossen.
Das Projekt läuft noch bis 2028.
Sara is currently unemployed.
The app is now available on Android.
The team is now using Linear for planning.
The company is now hiring in Madrid.
We are now charging VAT in Norway.
The API is now returning JSON by default.
The user is now vegan.
Marta is now living with her sister.
The store is now open on Sundays.
The clinic is currently accepting new patients.
The project is now maintained by Ines.
The user is waiting for a kidney transplant.
The user is waiting for a decision on his visa.
Our office is still in the old building.
Dad is still working at the bakery.
The old API is still supported until 2028.
The user is busy on Tuesdays.
The user gets tired after lunch.
The cat is hungry at six every morning.
Sto imparando il giapponese da due anni.
Sta lavorando a Torino da gennaio.
Estoy aprendiendo alemán desde 2024.
Está trabajando en un banco de Bilbao.
Estou aprendendo russo há três anos.
現在は大阪で働いています。
今は独身です。
現在、チームはReactを使っています。
公司现在在杭州。
我现在在一家银行工作。
他正在读博士。
지금은 부산에서 일하고 있습니다.
현재 팀은 React를 사용하고 있습니다.
Сейчас сервер работает на Debian 13.
Сейчас компания находится в Казани.
Сейчас мы используем PostgreSQL 17.
Het team gebruikt nu Linear.
De winkel is nu op zondag open.
The migration to Postgres was completed in May.
Tests run on every push to main.
The build is pinned to Node 24.
All tests passed in the audit of 2025.
The export failed for customers in Japan until March 2026.
The script was written by Omar.
The deployment was cancelled for legal reasons.
The file was deleted at the customer's request.
Jonas fährt jetzt einen Tesla.
Anna isst jetzt vegan.
Der Laden öffnet jetzt um acht Uhr.
Die Firma sucht jetzt einen Verwalter.
Das Team testet jetzt mit Vitest.
Die Bibliothek läuft jetzt auch im Browser.
Wir arbeiten derzeit an Version 5.
Mia lernt gerade Spanisch.
Jonas macht gerade eine Ausbildung zum Koch.
Anna ist gerade im siebten Monat schwanger.
Der Verein baut gerade ein neues Clubhaus.
The city is building a new tram line.
Nadia is now allergic to nothing.
Marco is currently writing his second cookbook.
Our landlord is selling the house.
Grandpa is recovering from hip surgery.
The company is being sold to Axiom.
Nadia is pregnant.
Ravi is learning to drive.
The team is migrating to Kubernetes this quarter.
Ravi is currently between jobs.
Ravi is still single.
The user is currently based in Oslo.
The user is now in charge of billing.
The user's son is now at university.
Our customers are mostly running Windows 10.
The database is currently hosted by Hetzner.
The library is now under the MIT licence.
The flat is now rented to a student.
The museum is currently closed for renovation until 2028.
Lucie est en train de passer son permis.
Hugo travaille actuellement à Lyon.
La société recrute actuellement à Lille.
Le magasin ouvre maintenant à huit heures.
Hugo lit surtout des polars.
La biblioteca está ahora en obras hasta 2028.
Marisol está esperando un bebé para mayo.
Marisol está escribiendo una novela.
La empresa está buscando un local en Cádiz.
Paolo sta cercando casa a Torino.
Paolo sta costruendo una barca.
A Ana está grávida.
A loja está aberta agora aos domingos.
Ребёнок сейчас учится в третьем классе.
Компания сейчас строит завод в Туле.
Сейчас офис закрыт по пятницам.
Ольга сейчас пишет диссертацию.
真理は今、妊娠しています。
会社は現在、福岡に工場を建てています。
店は現在、日曜日も営業しています。
小梅现在在上海读研究生。
公司正在武汉建一座工厂。
商店现在周日也营业。
아버지는 지금 병원에 입원해 있습니다.
회사는 현재 부산에 공장을 짓고 있습니다.
The linter is configured to allow warnings.
The user asked to be reminded about invoices on Fridays.
The search index is rebuilt every Sunday.
The API returns no results for archived projects.
The user wants weekly reports.
I will be in Rome from 3 to 9 May.
Moved to Lisbon in March.
Adopted a second cat.
Completed a marathon in 2024.
The build takes 12 minutes on the old runner.
The script needs two arguments.
The audit found 3 issues that block the release until May.
The user wants the docs in British English.
The scanner finds secrets in commits.
Tests run with Vitest.
The server is in the basement.
I finished my PhD in 2018.
We are done with Jira; tickets live in Linear.
The user told me that his mother lives in Turin.
The customer asked for a refund policy of 60 days.
The agent must ask before it deletes files.
The assistant speaks Polish to the user.
The page size is limited to 50 rows.
The report is due on 12 May.
The branch protection requires two reviews.
The user started a company called Fernhill.
The user installed solar panels on his roof.
Started piano lessons with Mrs. Adler.
The deployment pipeline was built by Omar.
Renamed the product from Loop to Ring.
The user's laptop is a ThinkPad.
The container port is 9000.
The command palette opens with Ctrl+K.
Ich habe zwei Katzen.
Ich habe in Jena studiert.
Wir haben das Haus 2019 gekauft.
J'ai vendu la voiture en mars.
J'ai deux filles.
He vivido en Chile.
He dejado el azúcar.
Ho studiato a Padova.
Ho due gatti.
Comprei uma casa em Braga.
Ik heb twee katten.
Я купил дом в Туле.
Я родился в Омске.
車を売りました。
猫を二匹飼っています。
我买了一套房子在杭州。
我有两只猫和一条狗。
저는 고양이 두 마리를 키웁니다.
차를 팔았습니다, 지금은 버스를 탑니다.
The test runner is Vitest.
The database connection uses TLS.
The user copied his recipes into the vault in 2024.
The user cancelled his gym membership.
The editor is configured with tabs of width 4.
The log is kept for 90 days.
The directory structure follows the domain model.
The model was trained on 2 million invoices.
The file format is MessagePack.
The request limit is 100 per minute.
The response time must stay under 200 ms.
We fixed the price at 40 euros.
I have added sugar to the list of things to avoid.
I am going to move to Ghent in June.
The user opened a bakery in Faro.
The user closed his bank account at Nordbank.
The assistant manager is Ruth.
The agent's commission is 3 percent.
No changes are deployed on Fridays.
Both tests must pass before a release.
Trying new restaurants is her hobby.
The last train leaves at 23:40.
The last run of the bus is at midnight.
The server room is locked.
The page about refunds is outdated.
The window in the bathroom does not close.
The form must be signed by both parents.
The app is free for students.
The website is hosted in Iceland.
The connection in Leeds takes 12 minutes.
The function of the valve is to stop backflow.
The container ship arrives on Tuesday.
The shell is made of steel.
The tool shed is behind the garage.
The process takes three weeks.
The code for the gate is 4711.
The link to the handbook is on the intranet.
The session on Monday is cancelled.
The worker is called Tomek.
The loop trail is 12 km long.
The program started in 2015.
The programme closed because the funding ended.
The job is in Utrecht.
The agent found us a flat in Delft.
The model failed in Japan.
The search for a nanny was hard.
The build of the house took two years.
The call with Ines is every Monday.
The output of the plant doubled in 2023.
The pipeline crosses the valley.
`;

const FOR_NOW = `
I am now opening the pull request.
Running the migration script...
The linter found 3 warnings in utils.ts.
Let me check the configuration first.
The user asked me to fix the login bug.
Successfully created file src/app.tsx.
npm install finished without errors.
Waiting for the user's reply.
The build is still going.
I have finished reading the document.
Next I will refactor the helper.
The test failed with exit code 1.
User said thanks.
The command timed out, retrying.
Downloaded 14 files to the temp folder.
The file was saved.
I'll start with the tests.
Task completed.
The agent has 4 tools available.
Opened the settings dialog.
Search returned no results.
The user is typing a message.
Context window is 80% full.
We are about halfway through the task.
Das Skript läuft gerade noch.
Ich öffne jetzt die Datei.
Die Tests sind durchgelaufen.
Les tests sont en cours d'exécution.
Le fichier a été enregistré.
Estoy revisando el archivo ahora.
La compilación terminó sin errores.
テストを実行しています。
ファイルを保存しました。
正在运行测试。
文件已保存。
Тесты запущены, жду результата.
Файл сохранён.
O arquivo foi salvo.
Sto leggendo il file di configurazione.
테스트를 실행 중입니다.
Checking whether the server is up.
Now editing config.yaml.
The agent opened three tabs.
All checks are green.
The regex did not match anything.
I could not find the file you mentioned.
The last command produced no output.
Retrying with a larger timeout.
Let me think about this.
The sandbox was reset.
Sorry, that was my mistake.
The tool returned an error.
The page took too long to load.
We are in the middle of debugging.
The user is looking at the second file.
The response was truncated.
The assistant suggested a new name.
The variable is undefined at this point.
I will wait for your answer.
The server responded with status 404.
My previous answer was wrong.
The code compiles now.
There are 12 files left to review.
Ich habe den Fehler behoben.
Der Server antwortet nicht.
Ich suche jetzt nach der Datei.
J'ai corrigé l'erreur.
He corregido el error.
El servidor no responde.
エラーを修正しました。
サーバーが応答しません。
我修复了这个错误。
服务器没有响应。
Я исправил ошибку.
Сервер не отвечает.
Corrigi o erro.
Ho corretto l'errore.
De server reageert niet.
오류를 수정했습니다.
Fetching the list of branches from origin.
I am stuck on this error.
The file does not exist.
Both tests now pass.
The directory is empty.
We fixed the bug.
Trying a different approach.
Your file has been uploaded.
The model ran out of tokens.
Die Datei existiert nicht.
Le fichier n'existe pas.
El archivo no existe.
Файл не существует.
O arquivo não existe.
`;

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const isOfTheMoment = (line: string) => isPassing(line) || isLogLine(line);

it('keeps what is so now and will be for longer, in eight languages', () => {
  expect(linesOf(FOR_GOOD).filter(isOfTheMoment)).toEqual([]);
});

it('knows what an agent says of its step', () => {
  expect(linesOf(FOR_NOW).filter((line) => !isOfTheMoment(line))).toEqual([]);
});
