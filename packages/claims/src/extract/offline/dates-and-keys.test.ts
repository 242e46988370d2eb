import { parseNote } from '@memora/vault';
import { NOTE_KEYS } from '@memora/vault/internal';
import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { extractOffline } from './offline-extractor.ts';

function read(text: string, path = 'n.md') {
  const bytes = Buffer.from(text);
  return extractOffline(parseNote(bytes, { path }), bytes).claims;
}

it.each(NOTE_KEYS)('makes no claim of the frontmatter key %s, and one of any other', (key) => {
  const claims = read(`---\n${key}: 2025-01-02\nowner: Ines\n---\n`);
  expect(claims.map(({ predicate }) => predicate)).toEqual(['owner']);
  expect(read(`---\n${key.toUpperCase()}: 2025-01-02\n---\n`)).toEqual([]);
});

it('makes no claim of what a reader of documents wrote into the frontmatter, and one of who wrote the document', () => {
  const written = 'origin original body_hash retrieved encoding published extractor language thread'.split(
    ' ',
  );
  const head = written.map((key) => `${key}: "2025-01-02"`).join('\n');
  const claims = read(`---\norigin_hash: 42d9\n${head}\nauthors: [Ines]\n---\n`);
  expect(claims.map(({ predicate }) => predicate)).toEqual(['authors']);
  // In a note that was not made from a document, the key is the person's.
  expect(read('---\npublished: 2025-01-02\n---\n').map(({ predicate }) => predicate)).toEqual(['published']);
});

it('takes a box for that of the first sentence only: what follows in the item is not done with it', () => {
  const claims = read('- [x] Ship v2. Should we also ship v3? If it rains we wait. Drift uses Rust.\n');
  const said = claims.map(({ subject, predicate, object, assertion }) => [
    subject,
    predicate,
    object,
    assertion,
  ]);
  expect(said[0]).toEqual(['Ship v2.', 'is', 'done', 'asserted']);
  expect(said.slice(1).every(([, , object]) => object !== 'done')).toBe(true);
  expect(said[1]?.[3]).toBe('question');
  expect(said.at(-1)).toEqual(['Drift', 'states', null, 'asserted']);
  expect(read('- [x] Is it safe?\n').map(({ assertion }) => assertion)).toEqual(['question']);
});

it.each([
  'The release date of drift-bench is 2025-05-01.',
  'The deadline is 1 May 2025.',
  'Drift is due on 2025-05-01.',
  'Release date:: 2025-05-01',
  '- Deadline: May 1, 2025',
])('takes a date that is what is said for no date of when it began: %s', (text) => {
  const note = `---\ndate: 2025-01-10\n---\n${text}\n`;
  const [claim] = read(note);
  expect(claim?.validFrom).toBe('2025-01-10');
  expect(read(`${text}\n`)[0]?.validFrom).toBe(null);
});

it.each([
  ['Drift launched on 2025-05-01.', '2025-05-01'],
  ['Drift moved to Graz in May 2025.', '2025-05'],
  ['Since 2025-05-01, Drift uses Rust.', '2025-05-01'],
  ['The rent is 900 EUR since 2025-05-01.', '2025-05-01'],
])('keeps the date of what happened: %s', (text, from) => {
  expect(read(`${text}\n`)[0]?.validFrom).toBe(from);
});

it.each([
  ['1:56 pm on 8 May, 2023', '2023-05-08'],
  ['Monday, 8 May 2023', '2023-05-08'],
  ['2023-05-08', '2023-05-08'],
  ['03/04/2024', null],
])('dates a note by what a person reads in its date: %s', (date, from) => {
  expect(read(`---\ndate: "${date}"\n---\nDrift uses Rust.\n`)[0]?.validFrom).toBe(from);
});

it('ends what a note says at the date that a person reads in its end', () => {
  const [claim] = read('---\ndate: 2023-01-01\nvalid_until: until 8 May, 2023\n---\nDrift uses Rust.\n');
  expect([claim?.validFrom, claim?.validUntil]).toEqual(['2023-01-01', '2023-05-08']);
});

it('warns of no date that it reads, and of each that it does not', async () => {
  const head = (lines: string) => `---\n${lines}\n---\nDrift uses Rust.\n`;
  await using v = await setupVault({
    'a.md': head('date: 1:56 pm on 8 May, 2023'),
    'b.md': head('date: 2023-05-08\nvalid_from: Monday, 8 May 2023\nvalid_until: May 2024'),
    'c.md': head('date: 03/04/2024'),
    'd.md': head('date: some day\nvalid_from: 8 May, 2023\nconfidence: 7'),
    'e.md': head('created: 1:56 pm on 8 May, 2023\nupdated: Monday, 8 May 2023'),
    'f.md': head('created: 03/04/2024\nupdated: some day'),
    'template.md': head(
      'date: {{date}}\ncreated: "{{date}}"\nupdated: <% tp.date.now() %>\nvalid_from: {{date:YYYY-MM-DD}}',
    ),
  });
  const { warnings } = await v.index();
  expect(warnings.map(({ note, line, code }) => [note, line, code]).sort()).toEqual([
    ['c.md', 2, 'FRONTMATTER_VALUE'],
    ['d.md', 2, 'FRONTMATTER_VALUE'],
    ['d.md', 4, 'FRONTMATTER_VALUE'],
    ['f.md', 2, 'FRONTMATTER_VALUE'],
    ['f.md', 3, 'FRONTMATTER_VALUE'],
  ]);
  expect((await v.claims()).slice(0, 2).map(({ validFrom }) => validFrom)).toEqual([
    '2023-05-08',
    '2023-05-08',
  ]);
});

it('leaves undated what a first index finds without a date, and dates what an edit brings later', async () => {
  await using v = await setupVault({ 'a.md': 'Drift uses Rust.\n', 'b.md': 'Harbor is in Lyon.\n' });
  await v.index({ paths: ['a.md'] });
  await v.index();
  expect((await v.claims()).map(({ validFrom, precision }) => [validFrom, precision])).toEqual([
    [null, 'unknown'],
    [null, 'unknown'],
  ]);
  v.write('a.md', 'Drift uses Rust.\n\nNova has seven rooms.\n');
  v.write('c.md', 'Depot costs 40 EUR.\n');
  await v.index();
  const dated = (await v.claims()).map(({ subject, validFrom }) => [subject, validFrom !== null]);
  expect(dated).toEqual([
    ['Drift', false],
    ['Nova', true],
    ['Harbor', false],
    ['Depot', true],
  ]);
  // An earlier answer to a question about that time. An undated statement may have been true at any time.
  const then = await v.store.listClaims({ asOf: { valid: '2020-01-01' } });
  expect(then.claims.map(({ subject }) => subject)).toEqual(['Drift', 'Harbor']);
});

it.each([
  ['The winch is red since 2026-03-03.', '2026-03-03', null],
  ['Die Winde ist rot seit 2026-03-03.', '2026-03-03', null],
  ['The old pier is open until 2026-06-01.', null, '2026-06-01'],
])('takes a date for the beginning or end that it is said to be: %s', (text, from, until) => {
  const [claim] = read(`${text}\n`);
  expect([claim?.validFrom, claim?.validUntil]).toEqual([from, until]);
});
