import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';

/** A careful reader's claims from a note, by the kind of place: subject, key, value. */
interface Labelled {
  readonly source: string;
  readonly text: string;
  readonly facts: readonly string[];
}

const NOTES: readonly Labelled[] = [
  {
    source: 'tables',
    text: '# Berths\n\n| Berth | Owner | Length | Note |\n|---|---|---:|---|\n| A1 | Ruth Okafor | 9.5 m | |\n| **A2** | [[Tom]] | 11 m | paid |\n| B1 | — | 7 m | `free` |\n\n| | 2025 | 2026 |\n|---|---|---|\n| Starter | £29 | £39 |\n| Pro \\| Team | £79 | £89 |\n',
    facts: [
      'A1|Owner|Ruth Okafor',
      'A1|Length|9.5 m',
      'A2|Owner|Tom',
      'A2|Length|11 m',
      'A2|Note|paid',
      'B1|Length|7 m',
      'B1|Note|free',
      'Starter|2025|£29',
      'Starter|2026|£39',
      'Pro | Team|2025|£79',
      'Pro | Team|2026|£89',
    ],
  },
  {
    source: 'keys',
    text: '# Router\n\nHost:: alpha.example\nPort:: 8443\n\n- Owner: Dima\n- **Region**: Frankfurt\n- `timeout` — 30 s\n- __Plan__: Pro\n\nBackup: every night\n\nPress Save: it keeps the draft.\n\n- see: [[Other]]\n',
    facts: [
      'Router|Host|alpha.example',
      'Router|Port|8443',
      'Router|Owner|Dima',
      'Router|Region|Frankfurt',
      'Router|timeout|30 s',
      'Router|Plan|Pro',
      'Router|Backup|every night',
    ],
  },
  {
    source: 'tasks',
    text: '# Move\n\n- [ ] cancel the lease 📅 2026-05-01\n- [x] book a van\n- [-] paint the hall\n- [/] pack the kitchen\n- [ ] \n- [ ] Who has the keys?\n',
    facts: [
      'cancel the lease 📅 2026-05-01|is|open',
      'book a van|is|done',
      'paint the hall|is|cancelled',
      'pack the kitchen|is|in progress',
    ],
  },
  {
    source: 'frontmatter',
    text: '---\nid: x1\ntitle: Heatpump\nbudget: 12000\ndeadline: 2026-10-30\nowner: "[[Anna]]"\nvendors: [Daikin, Vaillant]\ntags: [home]\ncreated: 2025-01-01\nempty:\nslot: "{{title}}"\ncssclasses: wide\n---\n\nNothing here yet?\n',
    facts: [
      'Heatpump|budget|12000',
      'Heatpump|deadline|2026-10-30',
      'Heatpump|owner|[[Anna]]',
      'Heatpump|vendors|Daikin, Vaillant',
    ],
  },
];

const takenFrom = (text: string) => {
  const bytes = Buffer.from(text);
  return extractOffline(parseNote(bytes, { path: 'note.md' }), bytes)
    .claims.filter(({ assertion, object }) => assertion === 'asserted' && object !== null)
    .map(({ subject, predicate, object }) => `${subject}|${predicate}|${object}`);
};

it.each(NOTES)('takes every fact of $source', ({ text, facts }) => {
  const taken = takenFrom(text);
  expect(facts.filter((fact) => !taken.includes(fact))).toEqual([]);
});

it('takes nothing else from all of them, but a sentence that looks like a key', () => {
  const wrong = NOTES.flatMap(({ text, facts }) => takenFrom(text).filter((fact) => !facts.includes(fact)));
  expect(wrong).toEqual(['Router|Press Save|it keeps the draft.']);
});

it('names a decision in a list by the outermost entry that it was made under', () => {
  const text =
    '# 2025-04-16\n\n### nodejs/TSC\n\n* New meeting times [#1700](https://example.org/1700)\n  * Ruth: we looked at three.\n    * We agreed to use the 3 new times\n\n* Decisions\n  * We agreed to wait.\n';
  const bytes = Buffer.from(text);
  const decisions = extractOffline(parseNote(bytes, { path: 'note.md' }), bytes)
    .claims.filter(({ kind }) => kind === 'decision')
    .map(({ subject, inherited }) => [subject, inherited]);
  expect(decisions).toEqual([
    ['New meeting times #1700', true],
    ['nodejs/TSC', true],
  ]);
});

it('takes no date of another column for the beginning of a value', () => {
  const text =
    '# Contracts\n\n| Contract | Price | Until | Since | Renewal |\n|---|---|---|---|---|\n| Backup | 2.99 EUR | 2026-09-01 | | |\n| Paper | 31 EUR | | 2025-02-01 | 2027-01-31 |\n| Choir | 180 EUR | | | 2026-11-01 |\n\n' +
    '| Day | Weight |\n|---|---|\n| 2026-03-04 | 72 kg |\n';
  const bytes = Buffer.from(text);
  const dates = extractOffline(parseNote(bytes, { path: 'note.md' }), bytes)
    .claims.filter(({ predicate }) => predicate === 'Price' || predicate === 'Weight')
    .map(({ object, validFrom, validUntil }) => [object, validFrom, validUntil]);
  expect(dates).toEqual([
    ['2.99 EUR', null, '2026-09-01'],
    ['31 EUR', '2025-02-01', null],
    ['180 EUR', null, null],
    ['72 kg', '2026-03-04', null],
  ]);
});

it.each([
  ['Plan | Price | Date', 'Backup | 2 EUR | 2026-01-01', '2026-01-01', null],
  ['Plan | Price | As of', 'Backup | 2 EUR | 2026-01-01', '2026-01-01', null],
  ['Plan | Price | Changed on', 'Backup | 2 EUR | 2026-01-01', '2026-01-01', null],
  ['Plan | Price | 開始', 'Backup | 2 EUR | 2026-01-01', '2026-01-01', null],
  ['Plan | Price | Valid from', 'Backup | 2 EUR | 2026-01-01', '2026-01-01', null],
  [
    'Plan | Price | Valid from | Valid until',
    'Backup | 2 EUR | 2026-01-01 | 2026-09-01',
    '2026-01-01',
    '2026-09-01',
  ],
  ['Plan | Price | Seit | Bis', 'Backup | 2 EUR | 2026-01-01 | 2026-09-01', '2026-01-01', '2026-09-01'],
  ['Plan | Price | Since | Renewal', 'Backup | 2 EUR | 2026-01-01 | 2026-09-01', '2026-01-01', null],
  ['Until | Price', '2026-09-01 | 2 EUR', null, '2026-09-01'],
  ['Plan | Price | Signed | Renewal', 'Backup | 2 EUR | 2026-01-01 | 2026-09-01', null, null],
])('reads when a value holds from the dates of its row, below %s', (header, row, validFrom, validUntil) => {
  const lines = [header, header.replace(/[^|]+/gu, '---'), row].map((line) => `| ${line} |`);
  const bytes = Buffer.from(`# Prices\n\n${lines.join('\n')}\n`);
  const { claims } = extractOffline(parseNote(bytes, { path: 'note.md' }), bytes);
  const price = claims.find(({ predicate }) => predicate === 'Price');
  expect([price?.object, price?.validFrom, price?.validUntil]).toEqual(['2 EUR', validFrom, validUntil]);
});

it('takes the date that an entry of an undated log begins with for when it was said', () => {
  const text = '# Greenhouse\n\n## Decisions\n\n- 2026-01-18: glass, not polycarbonate.\n';
  const bytes = Buffer.from(text);
  const [decision] = extractOffline(parseNote(bytes, { path: 'note.md' }), bytes).claims;
  expect([decision?.kind, decision?.validFrom, decision?.metadata?.['said']]).toEqual([
    'decision',
    '2026-01-18',
    '2026-01-18',
  ]);
});
