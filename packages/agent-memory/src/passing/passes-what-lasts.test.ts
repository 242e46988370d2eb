import { expect, it } from 'vitest';
import { isLogLine } from './is-log-line.ts';
import { isPassing } from './is-passing.ts';

const LASTING = `
My sister Clara is a vet.
Blood type: O negative.
Wi-Fi at the cabin is down for good, use the neighbour's.
I hate cilantro.
Mom's birthday is May 4.
We're vegan.
No meetings on Fridays.
Never email Bob before 9.
The repo uses tabs.
TypeScript only.
Tests live next to code.
Prod is eu-west-1.
Ada → Ben is the escalation path.
Deploys freeze from Dec 20 to Jan 2.
I'm left-handed.
I am colour-blind, avoid red/green charts.
The cat is called Miso.
My landlord is Mr. Okafor.
Lives: Kraków
She retired last year.
Our fiscal year starts in April.
Invoice numbers start with R-2026.
The API returns 204 on delete.
Rust edition 2024 is used.
Use British spelling in all docs.
Ich bin Linkshänder.
Meine Tochter geht auf das Gymnasium in Moers.
Wir benutzen Postgres 17.
Keine Meetings vor zehn Uhr.
Je suis allergique aux arachides.
Mon fils s'appelle Théo.
Toujours répondre en français.
Soy celíaca.
Mi hermano vive en Bogotá.
Sono vegetariano.
Il gatto si chiama Pepe.
Sou professora de física.
Moro em Recife desde 2019.
私は左利きです。
猫の名前はモチです。
会議は毎週火曜日です。
我对花生过敏。
我们用 PostgreSQL 17。
我女儿叫小雨。
Я левша.
Мой сын учится в Томске.
저는 채식주의자입니다.
제 딸 이름은 하은이에요.
أنا نباتي.
אני צמחוני.
ฉันแพ้ถั่ว
Người dùng sống ở Đà Nẵng.
Mi piace il tè verde.
The door code changed in March; ask Lena.
Waiting lists at the clinic are six months long.
Today's lesson plan template is stored in Drive.
The build is currently broken on Windows by design: we dropped support.
I just turned forty.
I moved to Porto.
The current maintainer is Sam.
Right now our only paying customer is Initech.
At the moment we support Node 20 and 22.
We are waiting for FDA approval before launching in the US.
Temporary housing: Hotel Astoria until June 2027.
Running is my hobby.
I am running a bakery in Lyon.
The server is running Debian 12.
The process is: draft, review, publish.
The user is working at Siemens.
The user is reading Dune this month.
The user is building a treehouse with her son.
The user is thinking about a career change.
User is trying to quit smoking.
Kid's school: Oakfield Primary.
Dr. Amin prescribed 20 mg of lisinopril.
Passport expires 2031-08.
Shoe size 43.
Peanut allergy.
Works nights.
Speaks Dutch.
Uses vim.
Drives a Volvo.
Prefers short answers.
Hates small talk.
Two kids.
Married.
GMT+2.
Python 3.13.
Doesn't drink.
CI: GitHub Actions.
DB = Postgres.
Owner: Platform team.
It's pronounced "JIF" here.
We call the staging cluster "Bluebird".
The codename of v5 is Heron.
Tickets with label p0 page the on-call.
Everything in /legacy is frozen.
Feature flags are in LaunchDarkly.
Backups run nightly and are kept 30 days.
The hotline is +49 30 1234567.
Rate limit: 100 req/min.
The secret sauce is paprika.
My password manager is Bitwarden.
My bank is N26.
The linter complains about unused imports; we ignore that rule.
All tests must pass before a merge.
The build takes 12 minutes on a laptop.
Downloads are stored on the NAS in the hallway.
The container restarts itself whenever memory exceeds 2 GB.
The agent may edit files below src only.
Searching works better with the English name.
The user thanked Nina in the preface of his book.
The user wants weekly summaries on Sunday evening.
The dev server listens on port 5173.
The main branch is called trunk.
The user confirmed that Lena is the new treasurer.
I finished my PhD in 2019.
I completed the Vienna marathon twice.
I read about forty books a year.
I created the Foam fork in 2021.
I have started learning Finnish.
I ran the kitchen of a hotel for nine years.
The file format is described in RFC 9110.
The command exits with code 2 when the config is missing.
The assistant recommended the Hotel Astoria in Porto.
The session cookie lasts 14 days.
The conversation with the bank is documented in Notion.
The user uploaded his thesis to Zenodo.
The user asked not to be called by his first name.
The user said his mother is Greek.
The user replied no to the offer from Siemens.
Installing dependencies requires the VPN.
Reading glasses: +1.5.
Building 5 has the chemistry lab.
Running shoes: Asics size 43.
Checking account: N26.
Loading dock is behind the kitchen.
Testing happens on a Pixel 6.
Compiling with clang fails on macOS 12.
Waiting period for the insurance is three months.
Processing fees are 2 percent.
Error codes below 100 are harmless.
TypeError in checkout is caused by the old Safari.
Step 3 of the recipe needs a hot oven.
Attempt limits: 5 per hour.
The deployment pipeline has four stages.
The training for new nurses lasts two weeks.
The job at the library ends in 2028.
The migration to Postgres was completed in May 2025.
The renovation of the flat finished in March 2024.
The meeting with the tax office started the whole dispute.
Project Heron was completed successfully in 2023.
Die Installation der Wärmepumpe kostet 18000 Euro.
Der Nutzer hat zwei Söhne und eine Tochter.
Die Tests laufen nachts auf dem Server in Graz.
L'installation demande les droits d'administrateur.
Le téléchargement est limité à 5 Go par mois.
La compilación tarda doce minutos en el portátil.
I test girano ogni notte sul server di Torino.
O build usa o Node 22 e o pnpm 10.
Тесты запускаются каждую ночь на сервере.
ビルドは毎晩サーバーで実行される。
测试每天晚上在服务器上运行。
설치에는 관리자 권한이 필요합니다.
De tests draaien op de server in Gent.
At present the library supports three databases.
Right now I own two bikes.
We are waiting for the building permit, which takes about a year.
The user is renovating a farmhouse near Arezzo.
The user is raising three kids alone.
He is being treated for asthma by Dr. Novak.
The bridge is being rebuilt until 2028.
The team is migrating to Kubernetes this year.
The company is hiring two nurses in Lyon.
The type checker is mypy in strict mode.
The laptop of the user is a ThinkPad X1.
I look after my grandmother on weekends.
The README is written in Danish.
Step 4 of the onboarding needs a manager's signature.
The API returns 500 when the cart is empty.
Twelve tests are known to be flaky on Windows.
The repository lives on Codeberg.
The assistant should never run the tests without asking.
The user types with one hand after an accident.
The list of suppliers is kept in Airtable.
Lena answers mails within an hour.
Pull requests need two reviews.
The release branch is cut on the first Monday of a month.
The index is rebuilt on Sundays.
The queue holds at most 500 jobs.
The traffic light in the office kitchen is green for open.
Uploads are limited to 80 MB.
Tool calls that delete files are rejected by policy.
The agent has permission to push to main.
The context window of the local model is 32k tokens.
The user asked for all prices in Swiss francs.
The weather station on the roof runs on solar power.
Die Datei mit den Passwörtern liegt im Tresor.
Der rote Build-Server steht in Graz.
J'ai deux enfants et un chien.
Le serveur redémarre chaque dimanche à 3 h.
He vivido en Quito seis años.
El servidor está en el sótano del edificio.
Ho tre fratelli e una sorella.
O arquivo da família fica em Belém.
Я живу в Омске с 2015 года.
Сервер стоит в подвале школы.
ファイルは毎週バックアップされる。
我在图书馆工作了六年。
파일은 매주 백업됩니다.
Ik heb een boekwinkel in Leuven.
The pull of the current is strong near the pier.
My commute takes an hour each way.
Page 40 of the manual describes the valve.
I've run marathons since school.
I run the tests of every release on a Pixel.
The commit message must name a ticket.
The lock file is committed to the repository.
The tasks of Nina were taken over by Ben.
I wrote the changelog format of this project.
I have a server in Falkenstein.
The server got its name from a river.
Line 120 is the tram to the airport.
Everything in the shed belongs to Tom.
Imports are sorted by biome.
Let's use British spelling in all texts.
The user hasn't eaten meat since 2012.
The deploy key belongs to Lena.
Ich habe eine Tochter und zwei Katzen.
Die Pipeline wird von Team Otter betreut.
J'ai étudié le droit à Lille.
La page d'accueil est écrite en breton.
Hemos vivido en tres países.
La descarga cuesta dos euros.
Abbiamo adottato due cani.
Il build usa Gradle 8.
Trabalhei na Embraer por dez anos.
O servidor fica em Campinas.
Я построил дом под Тверью.
Файл хранится в сейфе.
テストは毎朝五時に実行される。
サーバーは東京にある。
我养了三只猫。
脚本是用 Perl 写的。
테스트 서버는 부산에 있습니다.
Ik heb de zaak van mijn vader overgenomen.
De pagina is in het Fries geschreven.
The user closed his practice in 2020.
The assistant manager is called Ravi.
The first part of the trilogy sold best.
Results of the blood test are kept at Dr. Wu's.
The search index is Tantivy.
Permissions are granted by Ops.
The page limit of the journal is 12.
I have a server.
I have two containers.
J'ai un serveur à la maison.
J'ai un serveur.
Ho un server in cantina.
Ho un server.
Ik heb een server.
Tengo un servidor.
Ich habe einen Server.
Ich habe zwei Server.
Sou o dono do servidor.
У меня есть сервер.
サーバーを持っています。
我有三台服务器。
저는 서버를 가지고 있습니다.
I like the tests.
I own the server.
I need the script.
We use the linter.`;

it('lets pass what lasts, though it names the same things', () => {
  expect(
    LASTING.trim()
      .split('\n')
      .filter((line) => isPassing(line) || isLogLine(line)),
  ).toEqual([]);
});
