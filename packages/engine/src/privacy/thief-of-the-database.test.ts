import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** Secret texts of equal length that differ in words, order, dates, figures and language. */
const SIDES = [
  { a: 'zanzibar', b: 'marimba1', day: '2024-05-01', said: 'The office is in Lyon.', order: 'red blue' },
  { a: 'qwertyui', b: 'okapi-23', day: '1987-06-05', said: 'Wann ist das Amt auf??', order: 'blue red' },
] as const;
const hide = (text: string): string => `<!--privacy:secret-->${text}<!--/privacy-->`;

/** Secrets in every place that a passage, its context or its label may be made from. */
function notesOf({ a, b, day, said, order }: (typeof SIDES)[number]): Record<string, string> {
  return {
    'sentences.md': `# Pump\n\nThe pump is old. ${hide(`The pin of the pump is ${a}.`)} The pump hums.\n\nIt was ${hide(day)} when the pump broke.\n`,
    'blocks.md': `# Crane\n\n${hide(said)}\n\nThe crane is tall.\n\n<!--privacy:secret-->\n## Plans of ${a}\n\nThe ${order} crane of ${b} lifts.\n<!--/privacy-->\n\nThe harbour sleeps.\n`,
    'lists.md': `# Things\n\n${hide(`Bought from ${a}:`)}\n\n- The boat is blue.\n- ${hide(`The tea of ${b} is green.`)}\n  - The tea was dear.\n- The piano is black.\n`,
    'labels.md': `# Chat\n\n${hide(`**${a}:** Where is it?`)}\n\nIt is behind the stove.\n\n**Ida:** ${hide(`Ask ${b}.`)}\n\nThe stove is hot.\n`,
    'rows.md': `# Table\n\n| name | ${hide(a)} |\n|---|---|\n| Bo | 12 |\n| ${hide(b)} | 13 |\n\nThe table is long.\n`,
    'code.md': `# Code\n\n${hide(`The key of ${a}:`)}\n\n\`\`\`sh\necho hello\n\`\`\`\n\nThe code runs.\n`,
    'heading.md': `# Office ${hide(a)}\n\n## Rooms ${hide(b)}\n\nThe office has two rooms.\n`,
    'fields.md': `---\ntitle: Fields\naliases: [${hide(a)}, Fields of Ida]\ndate: ${hide(day)}\nemployer: ${hide(b)}\n---\n# Fields\n\nowner:: ${hide(said)}\n\nThe field is wide.\n`,
    'whole.md': `---\nprivacy: secret\ndate: ${day}\n---\n# Diary of ${a}\n\nMet ${b}. ${said} It was ${order}.\n`,
    'question.md': `# Ask\n\n${hide(`Is the pin ${a}?`)}\n\nIt is not.\n\nIt is [[${hide(b)}|here]]. See ![[whole]].\n`,
  };
}

/**
 * SECURITY.md documents what is revealed: the form of a secret claim, and which of them are about the same
 * thing.
 */
const TOLD = /^(?:claim\.(?:assertion|inherited)|edge\.\w+|slot(?:_key)?\.claim)$/u;

type Columns = ReadonlyMap<string, readonly string[]>;

/** The content of each column, in the order of its rows. */
async function readColumns(side: (typeof SIDES)[number]): Promise<Columns> {
  await using vault = await setupVault(notesOf(side));
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
  const db = store.database;
  const columns = new Map<string, string[]>();
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck();
  for (const table of tables.all()) {
    for (const row of db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all()) {
      for (const [name, value] of Object.entries(row)) {
        const column = `${table}.${name}`;
        const said = Buffer.isBuffer(value) ? value.toString('hex') : String(value);
        columns.set(column, [...(columns.get(column) ?? []), said]);
      }
    }
  }
  return columns;
}

/** Columns with different content. */
const differing = (one: Columns, other: Columns): string[] =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((column) => one.get(column)?.join('\n') !== other.get(column)?.join('\n'))
    .sort();

it('gives its thief the same rows whatever the secrets say, but for what a key makes of them', async () => {
  const [one, again, other] = [
    await readColumns(SIDES[0]),
    await readColumns(SIDES[0]),
    await readColumns(SIDES[1]),
  ];
  const keyed = differing(one, again);
  const told = differing(one, other).filter((column) => !keyed.includes(column));
  expect(told.filter((column) => !TOLD.test(column))).toEqual([]);
  // Columns that always differ could hide content. Each of these is made with a key or from the clock.
  expect(keyed).toEqual([
    ...['context', 'fingerprint', 'id', 'recorded_from', 'sealed'].map((name) => `claim.${name}`),
    'lexical_secret.sealed',
    'meta.value',
    ...['first_seen', 'hash', 'indexed_at', 'mtime'].map((name) => `note.${name}`),
    ...['place', 'predicate', 'value'].map((name) => `slot.${name}`),
    'slot_key.key',
    'vector_owner.id',
  ]);
  // In steps that are longer than a date. 1 + 12 + 16 bytes are added to each value.
  for (const column of ['claim.sealed', 'lexical_secret.sealed']) {
    const sealed = (one.get(column) ?? []).filter((value) => value !== 'null');
    expect(sealed.length).toBeGreaterThan(10);
    expect(new Set(sealed.map(({ length }) => (length / 2 - 29) % 256))).toEqual(new Set([0]));
  }
});
