import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

/** Notes about one thing in people's usual forms, with the pairs of their values that can't both be true: older and newer. */
interface Labelled {
  readonly what: string;
  readonly notes: Readonly<Record<string, string>>;
  readonly changes: readonly (readonly [string, string])[];
}

const table = (...rows: string[]) => ['| Item | Budget | State |', '| --- | --- | --- |', ...rows].join('\n');

const LABELLED: readonly Labelled[] = [
  {
    what: 'a budget in the frontmatter of a project, and in the notes of two days',
    notes: {
      'projects/Bathroom.md':
        '---\nbudget: 12000\ndate: 2025-10-01\n---\n# Bathroom\n\nNew tiles everywhere.\n',
      'daily/2025-11-03.md': '# 2025-11-03\n\n## Bathroom\n\n- Budget: 12k\n',
      'daily/2026-01-15.md': '# 2026-01-15\n\n## Bathroom\n\n- Budget: 14k\n',
    },
    changes: [
      ['budget: 12000', 'Budget: 14k'],
      ['Budget: 12k', 'Budget: 14k'],
    ],
  },
  {
    what: 'a deadline, an address and a telephone number in notes of other folders',
    notes: {
      'clients/Vega.md': '---\ndeadline: 2026-03-01\n---\n# Vega\n\nAddress: Rua Augusta 12, Lisbon\n',
      'log/2026-01-20.md':
        '# 2026-01-20\n\n## Vega\n\nDeadline: 12 April 2026\n\nAddress: Rua da Rosa 3, Lisbon\n\nPhone: +351 21 333 4444\n',
      'log/2026-02-20.md': '# 2026-02-20\n\n## Vega\n\nPhone: +351 21 555 6666\n',
    },
    changes: [
      ['deadline: 2026-03-01', 'Deadline: 12 April 2026'],
      ['Address: Rua Augusta 12, Lisbon', 'Address: Rua da Rosa 3, Lisbon'],
      ['Phone: +351 21 333 4444', 'Phone: +351 21 555 6666'],
    ],
  },
  {
    what: 'an alias of a note as a heading, a version with a letter, and a table in one note of a thing',
    notes: {
      'tools/Harbor.md': '---\naliases: [the registry]\n---\n# Harbor\n\nversion:: v2.6\n',
      'ops/2026-02-01.md': '# 2026-02-01\n\n## The registry\n\nversion:: v3.0\n',
      'stock/Shed 2026-01-01.md': `# Shed 2026-01-01\n\n${table('| Roof | 8,000 EUR | open |')}\n`,
      'stock/Shed 2026-04-01.md': `# Shed 2026-04-01\n\n${table('| Roof | 9,500 EUR | open |')}\n`,
    },
    changes: [
      ['version:: v2.6', 'version:: v3.0'],
      ['8,000 EUR', '9,500 EUR'],
    ],
  },
  {
    what: 'nothing of two notes with one title, of a heading that no note bears, of other headings and of other units',
    notes: {
      'one/Setup.md': '# Setup\n\nPort: 8080\n',
      'two/Setup.md': '# Setup\n\nPort: 9090\n',
      'a/2026-01-01.md': '# 2026-01-01\n\n## Standup\n\nLength: 12 min\n\n## Setup\n\nPort: 7070\n',
      'b/2026-01-02.md': '# 2026-01-02\n\n## Standup\n\nLength: 30 min\n',
      'parts/Pump.md': '# Pump\n\nweight:: 3 kg\n\n## Spare\n\nprice:: 40 EUR\n',
      'c/2026-01-03.md': '# 2026-01-03\n\n## Pump\n\nweight:: 4 lb\n\nprice:: 35 EUR\n',
    },
    changes: [],
  },
  {
    what: 'nothing of what is the same in other words, of a list, of a task and of what several values fit',
    notes: {
      'people/Ines.md': '# Ines\n\nRate: 1,200 EUR\n\nLikes: tea\n\nSkills: Go, Rust\n',
      'week/2026-01-05.md':
        '# 2026-01-05\n\n## Ines\n\nRate: €1.2k\n\nLikes: cake\n\nSkills: SQL\n\n- [ ] call her\n',
      'week/2026-01-12.md': '# 2026-01-12\n\n## Ines\n\n- [x] call her\n',
    },
    changes: [],
  },
];

it('finds by code what a place of a thing held and holds now, wherever the notes of it are, and nothing else', async () => {
  await using vault = await setupVault(
    Object.assign({}, ...LABELLED.map(({ notes }) => notes)) as Record<string, string>,
  );
  await vault.index();
  const textOf = new Map(
    (await vault.claims()).map(({ id, notePath, span, object }) => {
      const text = vault.read(notePath).subarray(span.start, span.end).toString();
      return [id, text.startsWith('|') ? object : text];
    }),
  );
  const found = (await vault.store.edges({ types: ['contradicts'] }))
    .map(({ from, to }) => [textOf.get(from), textOf.get(to)].sort().join(' / '))
    .sort();
  const wanted = LABELLED.flatMap(({ changes }) =>
    changes.map((pair) => [...pair].sort().join(' / ')),
  ).sort();
  expect(found).toEqual(wanted);
});

it('takes a thing for one while one note bears its name, and for two as soon as another does', async () => {
  await using vault = await setupVault({
    'projects/Bathroom.md': '# Bathroom\n\nbudget:: 12k\n',
    'daily/2026-01-15.md': '# 2026-01-15\n\n## Bathroom\n\nbudget:: 14k\n',
  });
  const count = async () => {
    await vault.index();
    return (await vault.store.edges({ types: ['contradicts'] })).length;
  };
  expect(await count()).toBe(1);
  vault.write('flat/Bathroom.md', '# Bathroom\n\nThe small one.\n');
  expect(await count()).toBe(0);
  vault.remove('flat/Bathroom.md');
  expect(await count()).toBe(1);
});

it('takes back that a value replaced another when later notes about something else show a log', async () => {
  const mood = (day: string, thing: string): [string, string] => [
    `meetings/${day}.md`,
    `# Weekly ${day}\n\n## ${thing}\n\nMood: tone ${day}\n`,
  ];
  await using vault = await setupVault(
    Object.fromEntries([mood('2026-03-01', 'Boiler'), mood('2026-03-08', 'Boiler')]),
  );
  const statuses = async () => (await vault.claims()).map(({ status }) => status);
  await vault.index();
  expect(await statuses()).toEqual(['superseded', 'current']);
  for (const day of ['2026-04-01', '2026-04-08', '2026-04-15']) vault.write(...mood(day, 'Roof'));
  await vault.index();
  expect(await statuses()).toEqual(['current', 'current', 'current', 'current', 'current']);
});

it('keeps the conflict of a memory and the one that it says it replaces until it says so no more', async () => {
  const memory = (id: string, body: string, more = '') =>
    `---\nid: mem_${id}\ntype: semantic\nkind: fact\nsource: agent\n${more}created: 2026-11-23T10:00:00Z\n---\n${body}\n`;
  const newer = 'semantic/memory/fact/b-0123456789ab.md';
  await using vault = await setupVault({
    'semantic/memory/fact/a-ba9876543210.md': memory('ba9876543210', 'Prefers pnpm'),
    [newer]: memory('0123456789ab', 'Prefers npm', 'supersedes: mem_ba9876543210\n'),
  });
  await vault.index();
  const edges = await vault.store.edges();
  expect(edges.map(({ type }) => type)).toContain('contradicts');
  vault.write('tea.md', 'Tea is hot.\n');
  await vault.index();
  expect(await vault.store.edges()).toEqual(edges);
  vault.write(newer, memory('0123456789ab', 'Prefers npm'));
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
});
