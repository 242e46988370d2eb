import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './program/command-table.ts';
import { CLAIMS_FLAGS } from './testing-fixtures/claims-flags.ts';
import { CONVERSATION_FLAGS } from './testing-fixtures/conversation-flags.ts';
import { FLAG_NOTES, idOf } from './testing-fixtures/flag-case.ts';
import { INGEST_FLAGS } from './testing-fixtures/ingest-flags.ts';
import { MEMORY_FLAGS } from './testing-fixtures/memory-flags.ts';
import { MODEL_FLAGS } from './testing-fixtures/model-flags.ts';
import { READING_FLAGS } from './testing-fixtures/reading-flags.ts';
import { ROLLBACK_FLAGS } from './testing-fixtures/rollback-flags.ts';
import { savedBundle, savedList, savedMemory } from './testing-fixtures/saved-memories.ts';
import { SERVING_FLAGS } from './testing-fixtures/serving-flags.ts';
import { SETUP_FLAGS } from './testing-fixtures/setup-flags.ts';
import { copyVault, setupVault, type TestVault } from './testing-fixtures/setup-vault.ts';
import { TEAM_FLAGS } from './testing-fixtures/team-flags.ts';
import { receiptOf, VERIFY_FLAGS } from './testing-fixtures/verify-flags.ts';
import { WRITING_FLAGS } from './testing-fixtures/writing-flags.ts';

const OF_THEIR_OWN = {
  ...WRITING_FLAGS,
  ...SERVING_FLAGS,
  ...CONVERSATION_FLAGS,
  ...INGEST_FLAGS,
  ...MEMORY_FLAGS,
  ...MODEL_FLAGS,
  ...ROLLBACK_FLAGS,
  ...SETUP_FLAGS,
};
/** Those that one indexed vault answers, because none changes it. */
const READERS = { ...READING_FLAGS, ...VERIFY_FLAGS, ...CLAIMS_FLAGS, ...TEAM_FLAGS };
const CASES = { ...READERS, ...OF_THEIR_OWN };

/** As it is after its first index: those that change something begin with a copy. */
let untouched: TestVault;
/** Shared by those that change nothing. */
let indexed: TestVault;
beforeAll(async () => {
  untouched = await setupVault(FLAG_NOTES);
  expect((await untouched.run(['index', '--no-write'])).code).toBe(0);
  indexed = await copyVault(untouched);
});
/** Those that look at secrets that are kept: the key of a vault goes by its folder, and a copy has another. */
const OF_ITS_FOLDER = new Set([
  ...['doctor', 'doctor --repair', 'index --extractor', 'index --full', 'ingest --keep-original'],
]);

async function setupIndexed(name: string): Promise<TestVault> {
  if (!OF_ITS_FOLDER.has(name)) return copyVault(untouched);
  const vault = await setupVault(FLAG_NOTES);
  expect((await vault.run(['index', '--no-write'])).code).toBe(0);
  return vault;
}

afterAll(async () => {
  await indexed[Symbol.asyncDispose]();
  await untouched[Symbol.asyncDispose]();
});

/** The least that a command takes, where that is not nothing; null where it runs until it is stopped or asks a person, which other tests do. */
const TAKES: Readonly<Record<string, ((vault: TestVault) => string[] | Promise<string[]>) | null>> = {
  setup: () => ['--dry-run'],
  'vaults add': (vault) => ['brain', vault.vault],
  'vaults remove': async (vault) => {
    await vault.run(['vaults', 'add', 'brain', vault.vault]);
    return ['brain'];
  },
  watch: null,
  query: () => ['How fast does the pump run?'],
  // It reads its questions: commands/chat-with-vault.test.ts.
  chat: null,
  // It serves until it is stopped: commands/open-studio.test.ts.
  open: null,
  verify: async (vault) => {
    const file = join(vault.folder, 'empty-but-allowed.md');
    await writeFile(file, `The pump runs at 40 bar [claim:${await idOf(vault, '40 bar')}].`);
    return [file];
  },
  'receipt check': async (vault) => [await receiptOf(vault)],
  show: () => ['plant/pump.md:6'],
  'claims show': async (vault) => [await idOf(vault, '40 bar')],
  'claims history': async (vault) => [await idOf(vault, '40 bar')],
  'entities merge': () => ['Ida', 'Idchen'],
  'entities split': () => ['Idchen', 'Ida Berg'],
  'claims extract': () => ['--note', 'people/ida.md'],
  'claims forget': async (vault) => [await idOf(vault, '40 bar'), '--dry-run'],
  timeline: () => ['pump'],
  'contradictions acknowledge': async (vault) => [await contradictionOf(vault)],
  'contradictions resolve': async (vault) => [await contradictionOf(vault), await idOf(vault, '30 seconds')],
  'stale revalidate': async (vault) => [await idOf(vault, '40 bar')],
  serve: null,
  'privacy erase': () => ['people/ida.md', '--dry-run'],
  consolidate: () => ['--dry-run'],
  challenge: () => ['--dry-run'],
  'challenge acknowledge': async (vault) => [
    (await vault.json<{ items: { id: string }[] }>(['challenge', '--dry-run'])).items[0]?.id ?? '',
  ],
  capture: () => ['The crane is red.'],
  ingest: async (vault) => [await chatOf(vault)],
  'ingest remove': async (vault) => {
    const ingested = ['ingest', await chatOf(vault)];
    return [(await vault.json<{ documents: { id: string }[] }>(ingested)).documents[0]?.id ?? ''];
  },
  // Both ask a person on a terminal.
  'memory edit': null,
  'memory confirm': null,
  'memory search': () => ['relay'],
  'memory show': async (vault) => [await savedMemory(vault)],
  'memory save': () => ['The relay of Harbor runs in Lisbon.'],
  'memory forget': async (vault) => [await savedMemory(vault)],
  'memory restore': async (vault) => {
    const id = await savedMemory(vault);
    await vault.run(['memory', 'forget', id]);
    return [id];
  },
  'memory audit': async (vault) => [await savedList(vault)],
  'memory record': () => ['never'],
  // What a host says stands on stdin: commands/memory/memory-hook.test.ts.
  'memory hook': null,
  'memory import': async (vault) => [await savedBundle(vault), '--yes'],
  'memory rollback': () => ['--session', 'conv_0123456789ab', '--dry-run'],
  'conversations import': async (vault) => [await chatOf(vault)],
  'conversations show': async (vault) => [await importedOf(vault)],
  backup: (vault) => [join(vault.folder, `${randomUUID()}.db`)],
  restore: async (vault) => {
    const file = join(vault.folder, `${randomUUID()}.db`);
    await vault.run(['backup', file]);
    return [file];
  },
  'model use': () => ['ollama/llama3.2'],
  // It asks a model: commands/model.test.ts.
  'model test': null,
  completion: () => ['fish'],
  schedule: () => ['cron'],
  // On a database: commands/team/team.test.ts.
  'team token': () => ['list', '--token-file', 'tokens.json'],
};

/** Every command of the table with the least that it takes. */
const LEAST = COMMANDS.map(({ name, args }) => {
  if (Object.hasOwn(TAKES, name)) return [name, TAKES[name]] as const;
  // The others of a team need a database: commands/team/team.test.ts.
  if (name.startsWith('team ')) return [name, null] as const;
  return [name, args?.startsWith('<') === true ? undefined : () => []] as const;
});

const contradictionOf = async (vault: TestVault) =>
  (await vault.json<{ contradictions: { id: string }[] }>(['contradictions'])).contradictions[0]?.id ?? '';

async function chatOf(vault: TestVault): Promise<string> {
  const file = join(vault.folder, 'chat.json');
  await writeFile(file, '[{"role":"user","content":"The pump runs at 40 bar."}]');
  return file;
}

async function importedOf(vault: TestVault): Promise<string> {
  const imported = ['conversations', 'import', await chatOf(vault)];
  return (await vault.json<{ conversations: { id: string }[] }>(imported)).conversations[0]?.id ?? '';
}

/** Their result is what they changed: tried on a vault of their own above. */
const WRITES = new Set([
  'key rotate',
  'contradictions acknowledge',
  'contradictions resolve',
  'stale revalidate',
  'challenge acknowledge',
  'capture',
  'ingest',
  'ingest remove',
  'memory show',
  'memory save',
  'memory forget',
  'memory restore',
  'memory import',
  'memory record',
  'memory consolidate',
  'conversations import',
  'conversations show',
  'restore',
  'init',
  'model use',
  'vaults add',
  'vaults remove',
]);

describe('the flags of every command', () => {
  it('are tried for each command', () => {
    expect(LEAST.flatMap(([name, args]) => (args === undefined ? [name] : []))).toEqual([]);
    const names = COMMANDS.map(({ name }) => name);
    expect(Object.keys(TAKES).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(LEAST.flatMap(([name, args]) => (args ? [[name, args] as const] : [])))(
    '--json, --quiet and --set of %s',
    async (name, args) => {
      await using vault = await setupIndexed(name);
      const least = [...name.split(' '), ...(await args(vault))];
      // A wrong setting is told before anything is done. A completion script and the list of operations depend on none; the doctor reports it.
      if (name !== 'completion' && name !== 'operations') {
        const wrong = await vault.run([...least, '--set', 'retrieval.top_q=3']);
        const isDoctor = name === 'doctor';
        expect(isDoctor ? wrong.stdout : wrong.stderr).toContain('Did you mean retrieval.top_k?');
        expect(wrong.code).toBe(isDoctor ? 1 : 2);
        if (!isDoctor) expect(wrong.stdout).toBe('');
      }
      const json = await vault.run([...least, '--json']);
      expect(json.stderr).not.toContain('memora:');
      expect(json.code).toBe(0);
      const texts = name.endsWith('export') ? json.stdout.trim().split('\n') : [json.stdout];
      for (const text of texts) expect(JSON.parse(text)).toBeTypeOf('object');
    },
  );

  it.each(LEAST.flatMap(([name, args]) => (args && !WRITES.has(name) ? [[name, args] as const] : [])))(
    '%s --quiet says nothing but the result',
    async (name, args) => {
      const least = [...name.split(' '), ...(await args(indexed)), '--quiet'];
      const quiet = await indexed.run(least);
      expect(quiet).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

describe('every flag does what its help says', () => {
  it('has a case for each flag in the command table, and none for another', () => {
    const flags = COMMANDS.flatMap(({ name, options = [] }) =>
      options.map((option) => `${name} ${/--[\w-]+/.exec(option.flags)?.[0]}`),
    );
    expect(Object.keys(CASES).sort()).toEqual(flags.sort());
  });

  it.each(Object.entries(READERS))('%s', (_, check) => check(indexed));

  it.each(Object.entries(OF_THEIR_OWN))('%s', async (name, check) => {
    await using vault = await setupIndexed(name);
    await check(vault);
  });
});
