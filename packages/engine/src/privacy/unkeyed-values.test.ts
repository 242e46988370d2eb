import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

/**
 * Without a key, a database reveals a sentence by values that two vaults with this sentence share and a third
 * without it lacks. The test needs no list of columns with hashes: the same comparison finds a new one.
 */

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
const SENTENCE = 'The harbour office of Orion is in zanzibar.';
const OTHER = 'The harbour office of Orion is in marimba1.';
const TITLE = '# Orion\n\n';
const REST = '\n\nVega depends on Redis. Vega has two moons.\n';

const open = (vault: TestVault) => openMemory({ vault: vault.root, env: vault.env });
const database = (vault: TestVault) => join(vault.root, '.memora', 'memora.db');

/** The notes while the sentence may be read. Each is quoted by a generated page, a timeline or a conflict. */
const readable = (sentence: string): Readonly<Record<string, string>> => ({
  'a.md': `---\ndate: 2024-01-01\n---\n${TITLE}${sentence}${REST}`,
  'c.md': '# Crane\n\nThe crane lifts 40 tons. The crane rests on Redis.\n',
});

/** A day later another note gives the office's new place, so the page mentions the sentence as history. */
const SUPERSEDED = {
  'b.md': '---\ndate: 2025-01-01\n---\n# Move\n\nThe harbour office of Orion is in Hamburg.\n',
};

type Step = (vault: TestVault, memory: Memory) => Promise<void>;
const write = (path: string, text: string): Step => {
  return (vault) => vault.write(path, text);
};
const index: Step = async (_, memory) => {
  await memory.index();
};
const consolidate: Step = async (_, memory) => {
  await memory.consolidate();
};
const backUp: Step = async (vault, memory) => {
  await memory.backup(join(vault.root, '.memora', 'copy.db'));
};
const remove = (path: string): Step => {
  return async (vault) => {
    rmSync(join(vault.root, path));
  };
};
const marked = `${TITLE}${OPEN}${SENTENCE}${CLOSE}${REST}`;
const setting = (encrypted: boolean): Step =>
  write('../config/config.toml', `[privacy]\nencrypt_database = ${encrypted}\n`);

interface Case {
  readonly name: string;
  readonly before: readonly Step[];
  readonly after: readonly Step[];
}

const cases: readonly Case[] = [
  { name: 'the sentence is marked', before: [], after: [write('a.md', marked), index] },
  {
    name: 'one word of it is marked',
    before: [],
    after: [
      write('a.md', `${TITLE}${SENTENCE.replace('zanzibar', `${OPEN}zanzibar${CLOSE}`)}${REST}`),
      index,
    ],
  },
  {
    name: 'the whole note becomes secret',
    before: [],
    after: [write('a.md', `---\nprivacy: secret\n---\n${TITLE}${SENTENCE}${REST}`), index],
  },
  {
    name: 'the note is renamed and the sentence marked at once',
    before: [],
    after: [remove('a.md'), write('moved/d.md', marked), index],
  },
  {
    name: 'the sentence was history, on a page that tells what was, before it was marked',
    before: [write('b.md', SUPERSEDED['b.md']), index, consolidate],
    after: [write('a.md', `---\ndate: 2024-01-01\n---\n${marked}`), index],
  },
  {
    name: 'the sentence was deleted first, and comes back as a secret elsewhere',
    before: [write('a.md', `${TITLE}${REST}`), index, consolidate],
    after: [write('e.md', `# E\n\n${OPEN}${SENTENCE}${CLOSE}\n`), index],
  },
  {
    name: 'the sentence stands as a secret first, and is deleted where it was open',
    before: [write('e.md', `# E\n\n${OPEN}${SENTENCE}${CLOSE}\n`), index, consolidate],
    after: [write('a.md', `${TITLE}${REST}`), index],
  },
  {
    name: 'a backup was made before the mark',
    before: [backUp],
    after: [write('a.md', marked), index],
  },
  {
    name: 'a backup of before the mark is restored',
    before: [backUp],
    after: [
      write('a.md', marked),
      index,
      async (vault, memory) => {
        await memory.restore(join(vault.root, '.memora', 'copy.db'));
      },
      index,
    ],
  },
  {
    name: 'the database is encrypted and decrypted again around the mark',
    before: [setting(true)],
    after: [index, write('a.md', marked), index, setting(false), index],
  },
  {
    name: 'the key of the vault is replaced after the mark',
    before: [],
    after: [
      write('a.md', marked),
      index,
      async (_, memory) => {
        await memory.rotateKey();
      },
      index,
      consolidate,
    ],
  },
];

it.each(everyNth(cases, 3))(
  'keeps no value that hangs on the sentence alone where $name',
  async ({ before, after }) => {
    const told = await Promise.all(
      [SENTENCE, SENTENCE, OTHER].map((sentence) => tellBefore(sentence, before)),
    );
    const [one, twin, other] = told as [Cells, Cells, Cells];
    const hanging = [...one.keys()].filter((value) => twin.has(value) && !other.has(value));
    // At least the words, the fingerprint of the bytes and the id.
    expect(hanging.length).toBeGreaterThan(3);

    await using vault = await setupVault(readable(SENTENCE));
    await runAll(vault, [index, consolidate, index, ...before, ...after]);
    const cells = await readCells(vault);
    expect(hanging.flatMap((value) => cells.get(value) ?? [])).toEqual([]);
    expect(searchFiles(vault, hanging)).toEqual([]);

    // The next pages are made from open text, and do not contain it either.
    await runAll(vault, [consolidate, index]);
    const again = await readCells(vault);
    expect(hanging.flatMap((value) => again.get(value) ?? [])).toEqual([]);
    expect(searchFiles(vault, hanging)).toEqual([]);
  },
  60_000,
);

async function tellBefore(sentence: string, before: readonly Step[]): Promise<Cells> {
  const notes = Object.fromEntries(
    Object.entries(readable(sentence)).map(([path, text]) => [path, text.replaceAll(SENTENCE, sentence)]),
  );
  await using vault = await setupVault(notes);
  await runAll(vault, [index, consolidate, index]);
  const first = await readCells(vault);
  await runAll(
    vault,
    before.map((step) => swapped(step, sentence)),
  );
  return new Map([...first, ...(await readCells(vault))]);
}

/** The same step in a vault with a different sentence. */
function swapped(step: Step, sentence: string): Step {
  return async (vault, memory) => {
    const write = (path: string, content: string | Uint8Array) =>
      vault.write(path, typeof content === 'string' ? content.replaceAll(SENTENCE, sentence) : content);
    await step({ ...vault, write }, memory);
  };
}

async function runAll(vault: TestVault, steps: readonly Step[]): Promise<void> {
  // Settings are read when a memory is opened.
  for (const step of steps) {
    await using memory = await open(vault);
    await step(vault, memory);
  }
}

/**
 * The places of each value, as `table.column`, by value: text as it is, blobs in hex, large numbers in
 * digits.
 */
type Cells = ReadonlyMap<string, readonly string[]>;

/** Every value of every column of every table that SQLite lists, the shadow tables of the indexes among them. */
async function readCells(vault: TestVault): Promise<Cells> {
  const cells = new Map<string, string[]>();
  if (!readFileSync(database(vault)).subarray(0, 15).equals(Buffer.from('SQLite format 3'))) return cells;
  await using store = await openClaimStore({ path: database(vault) });
  const tables = store.database
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    .all();
  for (const { name, sql } of tables) {
    if (/^CREATE VIRTUAL/iu.test(sql)) continue;
    const statement = store.database.prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`);
    for (const row of statement.all()) {
      for (const [column, value] of Object.entries(row)) {
        const text = toText(value);
        if (text === null) continue;
        const places = cells.get(text) ?? [];
        if (!places.includes(`${name}.${column}`)) places.push(`${name}.${column}`);
        cells.set(text, places);
      }
    }
  }
  return cells;
}

/** Null for times, and for values that are too short to identify a sentence. */
function toText(value: unknown): string | null {
  if (value instanceof Uint8Array)
    return value.length < 8 ? null : `x'${Buffer.from(value).toString('hex')}'`;
  if (typeof value === 'string') return value.length < 8 ? null : value;
  if (typeof value !== 'number' || !Number.isInteger(value)) return null;
  const isTime = Math.abs(value) > 1e12 && Math.abs(value) < 4e12;
  return Math.abs(value) < 2 ** 32 || isTime ? null : String(value);
}

/**
 * The values in the bytes of everything that Memora wrote: as they are, and blobs also in hex and base64.
 * Notes are the user's own.
 */
function searchFiles(vault: TestVault, values: readonly string[]): string[] {
  const found: string[] = [];
  const own = (path: string) => path.startsWith('.memora') || /(?:^|\/)(?:_\w+|world_map)\.md$/u.test(path);
  for (const path of readdirSync(vault.root, { recursive: true, encoding: 'utf8' }).filter(own)) {
    const full = join(vault.root, path);
    if (!statSync(full).isFile()) continue;
    const bytes = readFileSync(full);
    for (const value of values) {
      const hex = /^x'([0-9a-f]+)'$/u.exec(value)?.[1];
      const raw = hex === undefined ? Buffer.from(value) : Buffer.from(hex, 'hex');
      const forms = [
        raw,
        ...(hex === undefined ? [] : [Buffer.from(hex), Buffer.from(raw.toString('base64').slice(0, 40))]),
      ];
      if (forms.some((form) => bytes.includes(form))) found.push(`${value} in ${path}`);
    }
  }
  return found;
}

it('finds a value that is put back', async () => {
  await using vault = await setupVault(readable(SENTENCE));
  await runAll(vault, [index]);
  writeFileSync(join(vault.root, '.memora', 'left.json'), JSON.stringify({ text: SENTENCE }));
  expect(searchFiles(vault, [SENTENCE])).toContain(`${SENTENCE} in .memora/left.json`);
});
