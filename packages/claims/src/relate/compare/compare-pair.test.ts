import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePair, type PairVerdict } from './compare-pair.ts';
import { readFrame } from './read-frame.ts';

const sentence = (text: string) =>
  readFrame({ text, subject: 'Note', predicate: 'states', object: null, field: false });
const field = (key: string, value: string) =>
  readFrame({ text: `${key}: ${value}`, subject: 'Note', predicate: key, object: value, field: true });

function judge(a: ReturnType<typeof sentence>, b: ReturnType<typeof sentence>): PairVerdict {
  if (a === null || b === null) return { verdict: 'compatible' };
  const verdict = comparePair(a, b);
  const turned = verdict.verdict === 'entails' ? { ...verdict, by: verdict.by === 'a' ? 'b' : 'a' } : verdict;
  expect(comparePair(b, a)).toEqual(turned);
  return verdict;
}

it.each([
  ['number', 'The API timeout is 30 seconds.', 'The API timeout is 60 seconds.'],
  ['negation', 'Ledger exports are encrypted.', "Ledger exports aren't encrypted."],
  ['number', 'The default is 30 seconds.', 'The default is 60 seconds.'],
  ['opposite', 'The valve is open.', 'The valve is closed.'],
  ['quantifier', 'All replicas are read-only.', 'Not all replicas are read-only.'],
  ['order', 'Postgres was chosen over MySQL.', 'MySQL was chosen over Postgres.'],
  ['replaced', 'The team uses Jira.', 'The team switched from Jira to Linear.'],
  ['replaced', 'The depot is based in Cork.', 'The depot moved from Cork to Turku.'],
  ['number', 'The gateway listens on port 8080.', 'The gateway listens on port 9090.'],
  ['value', 'The relay runs in Turku.', 'The relay runs in Graz.'],
  ['replaced', 'drift-bench uses Rust.', 'drift-bench is written in Go, not Rust.'],
  ['value', '本社は東京にあります。', '本社は大阪にあります。'],
  ['value', 'Deployment runs on Tuesdays.', 'Deployment moved to Thursdays.'],
  ['value', 'The standup is on Monday.', 'The standup is on Tuesday.'],
  ['number', 'The script runs on Python 3.10.', 'The script runs on Python 3.1.'],
  ['number', 'The service runs on Debian 11.', 'The service runs on Debian 12.'],
  ['value', 'The user is on the Basic plan.', 'The user is on the Free plan.'],
  ['value', 'The office is in Turku.', 'The office moved to Graz.'],
  ['value', 'Das Büro ist in Jena.', 'Das Büro ist in Kiel.'],
  ['date', 'The counter opens at 17h30.', 'The counter opens at 18h30.'],
  ['date', 'Der Start ist am 3. März 2026.', 'Der Start ist am 10. März 2026.'],
  ['negation', 'Der Dienst nutzt den Cache.', 'Der Dienst nutzt den Cache nicht.'],
  ['negation', 'Das Modul unterstützt TLS 1.3.', 'Das Modul unterstützt TLS 1.3 nicht.'],
  ['negation', 'The API supports JSON.', 'The API supports JSON not.'],
  ['number', 'The recipe needs 200 g of flour.', 'The recipe needs 250 g of flour.'],
  ['number', 'Deploys need 2 approvals.', 'Deploys need 3 approvals.'],
  ['negation', 'The recipe needs 200 g of flour.', "The recipe doesn't need 200 g of flour."],
  ['replaced', 'Der Dienst nutzt Redis.', 'Der Dienst nutzt Valkey, nicht Redis.'],
])('finds a conflict of %s: %s | %s', (reason, a, b) => {
  expect(judge(sentence(a), sentence(b))).toMatchObject({ verdict: 'conflict', reason });
});

it.each([
  ['Redis is a cache.', 'Redis is a database.'],
  ['The relay uses Redis, not Valkey.', 'The relay uses Redis, not Memcached.'],
  ['The billing service is owned by Ana, not by Bo.', 'The billing service is owned by Ana, not by Carla.'],
  ['Der Dienst nutzt den Cache.', 'Der Dienst nutzt den Cache nicht in der Nacht.'],
  ['Das Modul unterstützt TLS 1.3.', 'Das Modul unterstützt TLS 1.3 nicht vollständig.'],
  ['Maya likes climbing.', 'Maya likes chess.'],
  ['The timeout in staging is 30 seconds.', 'The timeout in production is 60 seconds.'],
  ['Maya visited Lisbon.', 'Maya visited Porto.'],
  ['It is 3.', 'It is 4.'],
  ['Default is `250ms`.', 'Default is `500`.'],
  ['**name** is the name component.', '**name** is the domain name to query.'],
  ['`path` is the folder.', '`path` is the file to read.'],
  ['Default is `http`.', 'Default is `first_exist`.'],
  ['The office was in Graz.', 'The office is in Linz.'],
  ['The deadline was Monday.', 'The deadline is Monday.'],
  ['The user is in Berlin.', 'The user is in a hurry.'],
  ['The user is at work.', 'The user is at Acme.'],
  ['The user is on the Basic plan.', 'The user is on vacation.'],
  ['The user is married to Ida.', 'The user is married to the job.'],
  ['The manual is in the wiki.', 'The manual is in German.'],
  ['The API costs 5 euros.', 'The API costs too much time.'],
  ['The plan costs 12 euros.', 'The plan costs 10 dollars in the US.'],
  ['The price is 20 euros.', 'The price is 15 euros for students.'],
  ['The timeout is 30 seconds.', 'The timeout is too short.'],
  ['The version is 4.2.', 'The version is stable.'],
  ['The CLI runs on Windows.', 'The CLI runs on Linux.'],
  ['The launch is on Tuesday.', 'The launch is on 5 May.'],
  ['Das Büro ist im dritten Stock.', 'Das Büro ist in Graz.'],
  [
    'All the following drives were tested in release 1.9.2.',
    'All the following drives were tested in release 1.9.4.',
  ],
  ['The other office is in Turku.', 'The other office is in Graz.'],
  ['The relay of Harbor runs in Lisbon.', 'The relay of Harbor listens on port 8080.'],
  ['The office is on the third floor.', 'The office is in Turku.'],
  ['The standup is on Monday.', 'The standup is at 9:30.'],
  ['The standup is in room Birch.', 'The standup is in May.'],
  ['The backup runs on Monday.', 'The backup runs on Debian.'],
  ['Ida was born in 1984.', 'Ida was born in Turku.'],
  ['The course starts on Monday.', 'The course starts at 9:00.'],
  ['Das Treffen ist am Montag.', 'Das Treffen ist im Rathaus.'],
  ['The second-relay-1 of Harbor runs in Porto.', 'The second-relay-2 of Harbor runs in Oslo.'],
  ['The third-party library is in Go.', 'The third-row seat is in Oslo.'],
  ['Section 3a is in the annex.', 'Section 3b is in the appendix.'],
  [
    'Type a block link: {{embed ((60ab6d72-9ad0-429f-8673-d13e81a93f23))}}',
    'Type a block link: {{embed ((60ab6f5b-eb43-422b-9e89-0969670af709))}}',
  ],
])('leaves both standing: %s | %s', (a, b) => {
  expect(judge(sentence(a), sentence(b))).toEqual({ verdict: 'compatible' });
});

it.each([
  ['The bridge was built in May 1932.', 'The bridge was built in 1932.'],
  ['All replicas are read-only.', 'Some replicas are read-only.'],
  ['The billing service is owned by Ana, not Bo.', 'The billing service is owned by Ana.'],
  ['The relay uses Redis, not Valkey.', 'The relay uses Redis.'],
])('sees that the one is enough for the other: %s | %s', (a, b) => {
  expect(judge(sentence(a), sentence(b))).toEqual({ verdict: 'entails', by: 'a' });
});

it('reads a relation from either side', () => {
  expect(judge(sentence('Ana manages Ben.'), sentence('Ben reports to Ana.'))).toEqual({
    verdict: 'duplicate',
  });
});

it('sees "timeout 60 s" and "timeout 30 s" as two values, never as duplicates', () => {
  expect(judge(field('timeout', '60 s'), field('timeout', '30 s'))).toMatchObject({ verdict: 'conflict' });
  expect(judge(field('timeout', '60 s'), field('timeout', '60 seconds'))).toEqual({ verdict: 'duplicate' });
});

it('lets a field that holds several values hold them', () => {
  expect(judge(field('Member', 'Ada'), field('Member', 'Grace'))).toEqual({ verdict: 'compatible' });
});

it('leaves a description beside its translation, and two names in two scripts as two', () => {
  expect(judge(field('tr', 'translates signs'), field('tr', '문자를 변환하거나 조작한다'))).toEqual({
    verdict: 'compatible',
  });
  expect(judge(field('owner', 'Ada Vale'), field('owner', '田中'))).toMatchObject({ verdict: 'conflict' });
});

it('judges any two texts without throwing, the same in both orders', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      (a, b) => {
        judge(sentence(a), sentence(b));
        judge(field(a, b), field(b, a));
      },
    ),
  );
});
