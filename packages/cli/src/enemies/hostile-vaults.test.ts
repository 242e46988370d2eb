import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openMemory } from '@memora/engine';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, it } from 'vitest';
import { filesThatSay, KINDS, NAMES, putAt, THEIRS } from '../testing-fixtures/hostile-kinds.ts';
import { type HostileVault, openHostileVault } from '../testing-fixtures/open-hostile-vault.ts';

/** A person's commands on a vault, in an order in which each finds something. */
const COMMANDS: readonly (readonly string[])[] = [
  ['doctor'],
  ['index'],
  ['query', 'At how many bar does the pump run?'],
  ['challenge'],
  ['consolidate', '--all', '--yes'],
  ['capture', 'The crane is red.', '--privacy', 'secret'],
  ['report'],
  ['conversations', 'import', '-'],
  ['claims', 'list'],
  ['privacy', 'audit'],
  ['privacy', 'erase', 'pump.md'],
  ['privacy', 'feedback', '--reset'],
  ['doctor', '--repair'],
  ['trust'],
  ['setup', '--yes'],
  ['setup', '--remove', '--yes'],
  ['export'],
  ['schedule', 'cron'],
  ['init'],
];

/** The writing commands, for the many vaults of the table. */
const WRITING = COMMANDS.filter(
  ([name, ...more]) =>
    [
      'index',
      'query',
      'challenge',
      'consolidate',
      'capture',
      'report',
      'privacy',
      'doctor',
      'conversations',
    ].includes(name ?? '') && !['audit', 'use'].includes(more[0] ?? ''),
);

async function drive(hostile: HostileVault, commands = COMMANDS, saysNothing = true): Promise<void> {
  const before = hostile.snapshot();
  for (const command of commands) {
    const { code, stdout, stderr } = await hostile.run(command);
    const said = `${command.join(' ')}: ${code}\n${stdout}${stderr}`;
    expect([0, 1, 2, 3, 4], said).toContain(code);
    if (saysNothing) expect(said).not.toContain(THEIRS);
    expect(said).not.toMatch(/UNEXPECTED|^\s+at .*\.[jt]s:\d+/m);
    expect(hostile.snapshot(), said).toBe(before);
  }
  await watchOnce(hostile);
  expect(hostile.snapshot(), 'watch').toBe(before);
  if (saysNothing) expect(filesThatSay(THEIRS, hostile.vault)).toEqual([]);
  expect(filesThatSay(THEIRS, hostile.env['MEMORA_CONFIG_DIR'] as string)).toEqual([]);
  expect(hostile.connections).toEqual([]);
}

/** A watch from its start to its first run of the index. */
async function watchOnce({ vault, env }: HostileVault): Promise<void> {
  const stop = new AbortController();
  // A watch that can't index keeps watching, so do not wait for it.
  const patience = setTimeout(() => stop.abort(), 2_000);
  try {
    await using memory = await openMemory({ vault, env });
    for await (const _ of memory.watch({ signal: stop.signal })) stop.abort();
  } catch (error) {
    expect(error).toMatchObject({ code: expect.any(String) });
  } finally {
    clearTimeout(patience);
  }
}

const TRIED = everyNth(NAMES, 2);
/** So that each kind is covered. */
const kindsFor = (name: string) => everyNth(Object.keys(KINDS), 6, TRIED.indexOf(name));

describe.each(TRIED)('a vault that ships %s', (name) => {
  it.each(kindsFor(name))(
    'as %s changes and reads nothing outside, and connects to nothing',
    async (kind) => {
      await using hostile = await openHostileVault(putAt(kind, name));
      // A reader cannot distinguish a file's second name (a hard link) from its first.
      await drive(hostile, WRITING, kind !== 'a hard link');
    },
  );
});

const write = (vault: string, name: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(vault, name)), { recursive: true });
  writeFileSync(join(vault, name), text);
};

/** The attacks, each in its author's form. */
const FINDINGS: Readonly<Record<string, Parameters<typeof openHostileVault>[0]>> = {
  'A1: a log that is a link, and an endpoint that is shell code': (vault, outside) => {
    putAt('a link to a file', '.memora/egress.jsonl')(vault, outside);
    write(
      vault,
      '.memora/config.toml',
      '[llm]\nprovider = "openai-compatible"\nmodel = "m"\nendpoint = "http://$({touch,pwned}).localhost:1"\n[indexing]\nextractor = "llm"\n',
    );
  },
  'A2: drafts of a page and of the ledger, by the number of every process': (vault, outside) => {
    for (let pid = process.pid - 20; pid < process.pid + 20; pid++)
      for (const page of ['world_map.md', '_atlas.md', '_ledger.md'])
        putAt('a link to a file', `${page}.${pid}.partial`)(vault, outside);
    write(vault, 'world_map.md', '# map\n\n- kestrel\n');
    write(vault, '_atlas.md', '# all\n\n- kestrel\n');
  },
  'A3: a folder of runs that is a link': putAt('a link to a folder', '.memora/challenger'),
  'A4: a list of files that names those of the user': (vault, outside) => {
    const lines = ['profile', 'empty', 'folder/memora.db', 'folder/note.md'].flatMap((name) =>
      ['backup', 'report', 'receipt'].map((kind) => JSON.stringify({ kind, path: join(outside, name) })),
    );
    write(vault, '.memora/written.jsonl', `${lines.join('\n')}\n`);
  },
  'A5: databases that are links': (vault, outside) => {
    putAt('a link to a file', '.memora/memora.db')(vault, outside);
    putAt('a dangling link', '.memora/use.db')(vault, outside);
  },
  'A6: an endpoint that wants the key': (vault, _, url) =>
    write(
      vault,
      '.memora/config.toml',
      `[llm]\nprovider = "openai"\nmodel = "m"\nendpoint = "${url}/build?remote=evil&x="\n[embed]\nprovider = "openai"\nendpoint = "${url}"\nmodel = "m"\ndim = 8\n[indexing]\nextractor = "llm"\n[claims]\njudge = "llm"\n`,
    ),
  'A6: the same for the other provider': (vault, _, url) =>
    write(
      vault,
      '.memora/config.toml',
      `[llm]\nprovider = "anthropic"\nmodel = "m"\nendpoint = "${url}"\n[indexing]\nextractor = "llm"\n`,
    ),
  'A7: settings that loosen the user’s own': (vault) =>
    write(
      vault,
      '.memora/config.toml',
      '[privacy]\ndefault_note_privacy = "public"\ndetector = "off"\nloopback = "local"\n',
    ),
  'A8: an index file for native code': (vault) => {
    write(vault, '.memora/vectors/claims.usearch', Buffer.alloc(4096, 0x5a));
    write(vault, '.memora/vectors/claims.usearch.json', '{"format":"memora-vectors-1"}');
  },
  'a model in a folder of the user': (vault, outside) =>
    write(
      vault,
      '.memora/config.toml',
      `[embed]\nprovider = "huggingface"\npath = ${JSON.stringify(join(outside, 'folder'))}\n`,
    ),
  'pages in a folder outside': (vault) =>
    write(vault, '.memora/config.toml', '[consolidation]\npages = "folder"\nfolder = "../outside"\n'),
  'a database that is none': (vault) => write(vault, '.memora/memora.db', 'not a database'),
  'a log of a database that is none': (vault) => {
    write(vault, '.memora/memora.db', '');
    write(vault, '.memora/memora.db-wal', Buffer.alloc(4096, 0x37));
  },
  'a config without end': (vault) => write(vault, '.memora/config.toml', '#'.repeat(2_000_000)),
};

describe('the findings', () => {
  it.each(Object.keys(FINDINGS))('%s', async (name) => {
    await using hostile = await openHostileVault((vault, outside, url) =>
      FINDINGS[name]?.(vault, outside, url),
    );
    await drive(hostile);
  });
});
