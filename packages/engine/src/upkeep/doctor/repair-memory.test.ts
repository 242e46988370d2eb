import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n',
  'deep/seal.md': 'Mara replaced the seal.\n',
  '.memora/config.toml': '[frontmatter]\nmode = "infer"\n',
};

async function setup() {
  const vault = await setupVault(NOTES);
  const open = (flags: Record<string, string> = {}) =>
    openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
  {
    await using memory = await open();
    await memory.index({ writeNotes: false });
  }
  return { vault, open, [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose]() };
}

/** Every file of the user, with its bytes and its time. */
async function theirs({ root }: TestVault): Promise<string[]> {
  const files = ['pump.md', 'deep/seal.md', '.memora/config.toml'].map((name) => join(root, name));
  return Promise.all(
    files.map(async (file) => {
      const hash = createHash('sha256').update(await readFile(file));
      return `${file} ${hash.digest('hex')} ${(await stat(file)).mtimeMs}`;
    }),
  );
}

const database = (vault: TestVault) => join(vault.root, '.memora', 'memora.db');

describe('memory.doctor({ repair: true })', () => {
  it('mends nothing where nothing is wrong', async () => {
    await using setupd = await setup();
    await using memory = await setupd.open();
    const report = await memory.doctor({ repair: true });
    expect(report).toMatchObject({ ok: true, repairs: [] });
  });

  it('moves a damaged database aside, indexes again, and leaves every byte of the user alone', async () => {
    await using setupd = await setup();
    const { vault } = setupd;
    const damaged = Buffer.from('no database at all, whatever its name says\n'.repeat(300));
    await writeFile(database(vault), damaged);
    const before = await theirs(vault);
    await using memory = await setupd.open();
    expect(await memory.doctor()).toMatchObject({ ok: false, repairs: [] });
    const { ok, repairs, checks } = await memory.doctor({ repair: true });
    expect(repairs.map(({ name, done }) => [name, done])).toEqual([
      ['database', true],
      ['index', true],
    ]);
    expect(ok, JSON.stringify(checks)).toBe(true);
    expect(await theirs(vault)).toEqual(before);
    const aside = (await readdir(join(vault.root, '.memora'))).filter((name) => name.includes('.damaged-'));
    expect(await readFile(join(vault.root, '.memora', aside[0] ?? ''))).toEqual(damaged);
    expect((await memory.ask('At how many bar does the pump run?')).cleanText).toContain('40 bar');
  });

  it.each([4096, 8192, 12288, 40960, 81920, 200704])(
    'names a database that is damaged at byte %d, and moves it aside like one that is none',
    async (at) => {
      await using setupd = await setup();
      const { vault } = setupd;
      const file = await openFile(database(vault), 'r+');
      await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, at);
      await file.close();
      await using memory = await setupd.open();
      const found = await memory.doctor();
      expect(found.checks.find(({ name }) => name === 'database')).toMatchObject({
        status: 'fault',
        detail: expect.stringContaining('DATABASE_CORRUPT'),
      });
      const { ok, checks } = await memory.doctor({ repair: true });
      expect(ok, JSON.stringify(checks)).toBe(true);
      expect((await memory.ask('At how many bar does the pump run?')).cleanText).toContain('40 bar');
    },
  );

  it('mends rows that point nowhere, and finds again what went with them', async () => {
    await using setupd = await setup();
    const { vault } = setupd;
    {
      await using store = await openClaimStore({ path: database(vault) });
      store.database.pragma('foreign_keys = OFF');
      store.database.prepare("DELETE FROM note WHERE path = 'pump.md'").run();
    }
    const before = await theirs(vault);
    await using memory = await setupd.open();
    expect((await memory.doctor()).ok).toBe(false);
    const { ok, repairs } = await memory.doctor({ repair: true });
    expect(repairs.map(({ detail }) => detail).join()).toContain('mended');
    expect(ok).toBe(true);
    expect(await theirs(vault)).toEqual(before);
    expect((await memory.ask('At how many bar does the pump run?')).cleanText).toContain('40 bar');
  });

  it('reads every note again where spans differ from their fingerprints', async () => {
    await using setupd = await setup();
    const { vault } = setupd;
    const note = join(vault.root, 'pump.md');
    const time = new Date('2026-01-02T03:04:05Z');
    await utimes(note, time, time);
    {
      await using memory = await setupd.open();
      await memory.index({ writeNotes: false });
    }
    // Same size and time, different bytes, as in a restored backup of the notes.
    await writeFile(note, NOTES['pump.md'].replace('40', '60'));
    await utimes(note, time, time);
    await using memory = await setupd.open();
    const found = await memory.doctor();
    expect(found.checks.find(({ name }) => name === 'spans')?.status).toBe('fault');
    const { ok, repairs } = await memory.doctor({ repair: true });
    expect(repairs).toMatchObject([
      { name: 'index', done: true, detail: expect.stringContaining('every note') },
    ]);
    expect(ok).toBe(true);
    expect((await memory.ask('At how many bar does the pump run?')).cleanText).toContain('60 bar');
  });

  it('closes files that others may read, removes the lock of a dead process, and ignores .memora in git', async () => {
    await using setupd = await setup();
    const { vault } = setupd;
    const folder = join(vault.root, '.memora');
    await rm(join(folder, '.gitignore'), { force: true });
    const owner = {
      pid: 2 ** 22 + 1,
      host: hostname(),
      startToken: '1',
      since: 'x',
    };
    await writeFile(join(folder, 'watch.lock'), JSON.stringify(owner));
    await using memory = await setupd.open();
    await chmod(folder, 0o755);
    await chmod(database(vault), 0o644);
    await mkdir(join(folder, 'challenger'), { mode: 0o700 });
    await writeFile(join(folder, 'challenger', 'old.json'), '{}', { mode: 0o644 });
    const found = await memory.doctor();
    expect(found.checks.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([
      'files',
      'files',
      'lock',
    ]);
    const { ok, repairs, checks } = await memory.doctor({ repair: true });
    const done = repairs.map(({ detail }) => detail).filter((detail) => !/memora\.db-/.test(detail));
    expect(done).toEqual([
      'made .memora readable by its owner alone',
      'made .memora/memora.db readable by its owner alone',
      `made .memora/${join('challenger', 'old.json')} readable by its owner alone`,
      'wrote .memora/.gitignore',
      'removed watch.lock of a process that is gone',
    ]);
    expect([ok, checks.every(({ status }) => status === 'ok')]).toEqual([true, true]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(database(vault))).mode & 0o777).toBe(0o600);
  });

  it('asks no model by itself, touches no database of a newer version, and disturbs no watcher', async () => {
    await using setupd = await setup();
    const { vault } = setupd;
    await vault.write('new.md', 'The vent is open.\n');
    {
      const flags = { 'indexing.extractor': 'llm', 'llm.provider': 'ollama' };
      await using memory = await setupd.open(flags);
      expect((await memory.doctor({ repair: true })).repairs).toMatchObject([{ name: 'index', done: false }]);
    }
    {
      // It has not indexed the note below before the doctor checks, however slow that is.
      await using memory = await setupd.open({ 'watch.debounce_ms': '60000' });
      const stop = new AbortController();
      const events = memory.watch({ signal: stop.signal })[Symbol.asyncIterator]();
      await events.next();
      await vault.write('newer.md', 'The hatch is shut.\n');
      await using other = await setupd.open();
      const { repairs } = await other.doctor({ repair: true });
      stop.abort();
      await events.return?.(undefined);
      expect(repairs).toMatchObject([{ done: false, detail: expect.stringContaining('watcher') }]);
    }
    {
      await using store = await openClaimStore({ path: database(vault) });
      store.database.pragma('user_version = 99');
    }
    const newer = await readFile(database(vault));
    await using memory = await setupd.open();
    const { ok, repairs } = await memory.doctor({ repair: true });
    expect(ok).toBe(false);
    expect(repairs).toMatchObject([
      { name: 'database', done: false, detail: expect.stringContaining('DATABASE_NEWER') },
    ]);
    expect(await readFile(database(vault))).toEqual(newer);
  });
});

describe('the config check', () => {
  it('says who set what, and whom they overrule', async () => {
    await using vault = await setupVault({ '.memora/config.toml': '[retrieval]\ntop_k = 7\n' });
    const env = { ...vault.env, MEMORA_RETRIEVAL_TOP_K: '8', MEMORA_WATCH_DEBOUNCE_MS: '100' };
    await using memory = await openMemory({
      vault: vault.root,
      env,
      loadConfig: (root) => loadConfig({ vault: root, env, flags: { 'retrieval.top_k': '9' } }),
    });
    const { checks } = await memory.doctor();
    expect(checks.find(({ name }) => name === 'config')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('flag > env > vault > user > default'),
      lines: ['retrieval.top_k = 9 (flag; overrules 8 (env), 7 (vault))', 'watch.debounce_ms = 100 (env)'],
    });
  });
});
