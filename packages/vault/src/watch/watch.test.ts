import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { acquireVaultLock } from '../files/vault-lock.ts';
import type { Vault } from '../open-vault.ts';
import { openVault } from '../open-vault.ts';
import { bytesOf, collect, setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import type { VaultChange } from './vault-change.ts';
import type { WatchOptions } from './watch-vault.ts';

/** A running watch that returns its reported changes after a quiet period. */
async function startWatch(
  vault: Vault,
  options: WatchOptions = {},
  onChange: (change: VaultChange) => Promise<void> = async () => undefined,
) {
  const abort = new AbortController();
  const changes: VaultChange[] = [];
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const done = (async () => {
    for await (const change of vault.watch({
      debounceMs: 15,
      ...options,
      signal: abort.signal,
      onReady: ready,
    })) {
      await onChange(change);
      changes.push(change);
    }
  })();
  await Promise.race([isReady, done]);
  return {
    changes,
    /** Waits until exactly these changes are reported since the last call. An extra one appears in the next call. */
    async tells(expected: readonly VaultChange[]): Promise<void> {
      await vi.waitFor(() => expect(changes).toEqual(expected), { timeout: 120_000, interval: 10 });
      changes.length = 0;
    },
    /** The changes reported until nothing new arrived for a while. */
    async settled(quietMs = 120): Promise<VaultChange[]> {
      for (let before = -1; before !== changes.length; ) {
        before = changes.length;
        await new Promise((resolve) => setTimeout(resolve, quietMs));
      }
      return changes.splice(0);
    },
    async stop() {
      abort.abort();
      await done;
    },
  };
}

async function put(test: TestVault, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(test.root, path)), { recursive: true });
  // Atomically, because between the creation of a file and its writing a check may correctly see two versions.
  const temporary = join(test.root, '.put.tmp');
  await writeFile(temporary, text);
  await rename(temporary, join(test.root, path));
}

describe('watch', () => {
  it('reports each kind of change once, in order', async () => {
    await using test = await setupVault({
      'a.md': 'a',
      'dir/b.md': 'b',
      'dir/c.md': 'c',
      'dir/sub/d.md': 'd',
    });
    const watch = await startWatch(test.vault);
    await put(test, 'new.md', 'n');
    await watch.tells([{ kind: 'create', path: 'new.md' }]);
    await put(test, 'a.md', 'a edited');
    await watch.tells([{ kind: 'edit', path: 'a.md' }]);
    await rename(join(test.root, 'a.md'), join(test.root, 'z.md'));
    await watch.tells([{ kind: 'rename', from: 'a.md', path: 'z.md' }]);
    await rename(join(test.root, 'z.md'), join(test.root, 'dir/z.md'));
    await watch.tells([{ kind: 'move', from: 'z.md', path: 'dir/z.md' }]);
    await rename(join(test.root, 'dir'), join(test.root, 'folder'));
    await watch.tells(
      ['b.md', 'c.md', 'sub/d.md', 'z.md'].map((name) => ({
        kind: 'move',
        from: `dir/${name}`,
        path: `folder/${name}`,
      })),
    );
    await put(test, 'folder/sub/d.md', 'd edited');
    await watch.tells([{ kind: 'edit', path: 'folder/sub/d.md' }]);
    await rm(join(test.root, 'folder'), { recursive: true });
    await watch.tells(
      ['b.md', 'c.md', 'sub/d.md', 'z.md'].map((name) => ({ kind: 'delete', path: `folder/${name}` })),
    );
    await put(test, 'deep/er/e.md', 'e');
    await watch.tells([{ kind: 'create', path: 'deep/er/e.md' }]);
    await watch.stop();
  });

  it('says nothing about other files, generated pages, debris and hidden folders', async () => {
    await using test = await setupVault({ 'a.md': 'a' });
    const watch = await startWatch(test.vault);
    for (const path of [
      'x.txt',
      '_atlas.md',
      'r/_index.md',
      'world_map.md',
      '_ledger.md',
      '.obsidian/b.md',
      '.memora/c.md',
      'n (conflicted copy 2024-01-01).md',
      'n.sync-conflict-20240101-101010-ABC.md',
      '.n.md',
      'node_modules/p/readme.md',
      'n.md~',
    ]) {
      await put(test, path, 'x');
    }
    expect(await watch.settled()).toEqual([]);
    await watch.stop();
  });

  it('takes an editor that saves through a temporary file for an edit', async () => {
    await using test = await setupVault({ 'a.md': 'a' });
    const watch = await startWatch(test.vault);
    await put(test, '.a.md.swp', 'new');
    await rename(join(test.root, '.a.md.swp'), join(test.root, 'a.md'));
    await watch.tells([{ kind: 'edit', path: 'a.md' }]);
    await put(test, 'a.md', 'bad');
    await utimes(join(test.root, 'a.md'), 1000, 1000);
    const kinds = (await watch.settled()).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['edit']));
    await watch.stop();
  });

  it('ignores what this vault wrote and reports what another process wrote', async () => {
    await using test = await setupVault({ 'a.md': 'a' });
    const watch = await startWatch(test.vault);
    await test.vault.captureNote({ region: 'inbox', summary: 'mine', body: 'b' });
    await test.vault.autofillNote('a.md');
    expect(await watch.settled()).toEqual([]);
    const other = await openVault(test.root);
    await other.captureNote({ region: 'inbox', summary: 'theirs', body: 'b' });
    const bytes = await other.readNote('a.md');
    await other.editNote('a.md', bytes, [
      { span: { start: bytes.length, end: bytes.length }, replacement: bytesOf('more') },
    ]);
    await watch.tells([
      { kind: 'create', path: 'inbox/theirs.md' },
      { kind: 'edit', path: 'a.md' },
    ]);
    await watch.stop();
  });

  it('catches up on what changed while it was off', async () => {
    await using test = await setupVault({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c', 'd.md': 'd' });
    const known = new Map<string, { size: number; mtimeMs: number; ino: number; birthtimeMs: number }>();
    for await (const entry of test.vault.scan()) if (entry.error === undefined) known.set(entry.path, entry);
    await put(test, 'a.md', 'a edited');
    await unlink(join(test.root, 'b.md'));
    await rename(join(test.root, 'c.md'), join(test.root, 'sub.md'));
    await put(test, 'new.md', 'n');
    const watch = await startWatch(test.vault, { known });
    await watch.tells([
      { kind: 'rename', from: 'c.md', path: 'sub.md' },
      { kind: 'delete', path: 'b.md' },
      { kind: 'create', path: 'new.md' },
      { kind: 'edit', path: 'a.md' },
    ]);
    await watch.stop();
  });

  it('survives that the vault goes and comes back, and reports no deletion of its notes', async () => {
    await using test = await setupVault({ 'v/a.md': 'a', 'v/b.md': 'b' });
    const vault = await openVault(join(test.root, 'v'));
    const watch = await startWatch(vault, { sweepMs: 60 });
    await rename(join(test.root, 'v'), join(test.root, 'w'));
    const unreachable = expect.objectContaining({ kind: 'problem', code: 'VAULT_UNREACHABLE' });
    await vi.waitFor(() => expect(watch.changes).toContainEqual(unreachable), { timeout: 120_000 });
    await rename(join(test.root, 'w'), join(test.root, 'v'));
    await put(test, 'v/a.md', 'a edited');
    const news = () => watch.changes.filter((change) => change.kind !== 'problem');
    await vi.waitFor(() => expect(news()).toEqual([{ kind: 'edit', path: 'a.md' }]), { timeout: 120_000 });
    expect(watch.changes.filter((change) => change.kind === 'problem')).toEqual(
      watch.changes.filter((change) => change.kind === 'problem' && change.code === 'VAULT_UNREACHABLE'),
    );
    await watch.stop();
  });

  it('refuses a second process, names the first, and takes over from a killed one', async () => {
    await using test = await setupVault({ 'a.md': 'a' });
    const child = spawn(
      process.execPath,
      [
        '--conditions=memora-source',
        join(import.meta.dirname, '../testing-fixtures/hold-lock.ts'),
        test.root,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    await expect(collect(test.vault.watch())).rejects.toMatchObject({
      code: 'VAULT_LOCKED',
      message: expect.stringContaining(String(child.pid)),
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const watch = await startWatch(test.vault);
    expect(JSON.parse(await readFile(join(test.root, '.memora/watch.lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
    await watch.stop();
    expect(await readdir(join(test.root, '.memora'))).toEqual(['.gitignore']);
  });

  it('gives a stale lock to exactly one of many that want it', async () => {
    await using test = await setupVault({ '.memora/watch.lock': '{"pid":999999999,"host":"x"}' });
    const long = (Date.now() - 600_000) / 1000;
    await utimes(join(test.root, '.memora/watch.lock'), long, long);
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => acquireVaultLock(test.root)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tells of 60 random operations, one after the other, each exactly as it was done', async () => {
    await using test = await setupVault({ 'a/0.md': '0' });
    const notes = new Set(['a/0.md']);
    const random = createRandom(31);
    const note = () => `${['a', 'b', 'a/x', 'c/z'][random(4)]}/${random(5)}.md`;
    // Long enough that creating a folder and moving into it count as one change, even on a busy machine.
    const watch = await startWatch(test.vault, { debounceMs: 100 });
    for (let i = 0; i < 60; i++) {
      const [from, path] = [note(), note()];
      const expected: VaultChange[] = [];
      if (random(2) === 0 || from === path || !notes.has(from)) {
        expected.push({ kind: notes.has(path) ? 'edit' : 'create', path });
        await put(test, path, `text ${i}`);
        notes.add(path);
      } else if (random(3) === 0) {
        expected.push({ kind: 'delete', path: from });
        await unlink(join(test.root, from));
        notes.delete(from);
      } else {
        const kind = dirname(from) === dirname(path) ? 'rename' : 'move';
        if (notes.has(path)) expected.push({ kind: 'delete', path: from }, { kind: 'edit', path });
        else expected.push({ kind, from, path });
        await mkdir(dirname(join(test.root, path)), { recursive: true });
        await rename(join(test.root, from), join(test.root, path));
        notes.delete(from);
        notes.add(path);
      }
      await watch.tells(expected);
    }
    await watch.stop();
  });

  it('matches a reference model after 2,000 random file operations', async () => {
    await using test = await setupVault({ 'a/0.md': '0', 'b/1.md': '1' });
    const model = new Map<string, string | null>([
      ['a/0.md', '0'],
      ['b/1.md', '1'],
    ]);
    const counts = new Map<string, number>();
    const watch = await startWatch(test.vault, { debounceMs: 5 }, async (change) => {
      counts.set(change.kind, (counts.get(change.kind) ?? 0) + 1);
      await apply(model, change, test.root);
    });
    await soak(test, 2000, 20_261_121);
    // Waits without a timeout, because a change that the watch missed would stay missing until its next sweep, minutes later.
    await vi.waitFor(
      async () => {
        const disk = new Map<string, string>();
        for await (const { path } of test.vault.scan())
          disk.set(path, await readFile(join(test.root, path), 'utf8'));
        expect(new Map([...model].sort())).toEqual(new Map([...disk].sort()));
      },
      { timeout: 120_000, interval: 200 },
    );
    // One batch combines operations (written and moved is created, moved twice is moved), so the number of each
    // kind depends on the machine. Whatever the batches, creations minus deletions equals the number of notes.
    expect(2 + (counts.get('create') ?? 0) - (counts.get('delete') ?? 0)).toBe(model.size);
    await watch.stop();
  });
});

// Files in memory have time stamps of the clock tick on every kernel; ext4 and others did before Linux 6.13.
it('hides no second write of the same length in one tick of the clock (needs root on Linux, to mount a ramfs)', async ({
  skip,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'memora-ticks-'));
  try {
    if (spawnSync('mount', ['-t', 'ramfs', 'none', folder]).status !== 0)
      skip('no ramfs can be mounted here');
    const path = join(folder, 'a.md');
    await writeFile(path, '0000');
    let held = '';
    const watch = await startWatch(await openVault(folder), { debounceMs: 1, lock: false }, async () => {
      held = await readFile(path, 'utf8');
    });
    for (let i = 1; i <= 150; i++) {
      await writeFile(path, String(1000 + i));
      if (i % 6 !== 0) await new Promise((resolve) => setTimeout(resolve, i % 4));
      else await vi.waitFor(() => expect(held).toBe(String(1000 + i)), { timeout: 120_000, interval: 5 });
    }
    await watch.stop();
  } finally {
    spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  }
});

/** Applies a change to the model like an index: afterwards the model contains what was read when the change was reported. */
async function apply(model: Map<string, string | null>, change: VaultChange, root: string): Promise<void> {
  // If other programs hold all watches of the system, the vault is compared every two seconds instead.
  if (change.kind === 'problem' && change.code === 'WATCH_LIMIT') return;
  if (change.kind === 'problem') throw new Error(change.reason);
  const held = change.kind === 'rename' || change.kind === 'move' ? change.from : change.path;
  expect(model.has(held)).toBe(change.kind !== 'create');
  if (held !== change.path) expect(model.has(change.path)).toBe(false);
  const content = change.kind === 'create' || change.kind === 'edit' ? null : (model.get(held) ?? null);
  model.delete(held);
  if (change.kind === 'delete') return;
  model.set(change.path, content ?? (await readFile(join(root, change.path), 'utf8').catch(() => null)));
}

/** Random creations, edits, renames, moves, deletions and folder moves, sometimes with a pause. */
async function soak(test: TestVault, operations: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const folder = () => ['a', 'b', 'a/x', 'b/y', 'c', 'c/z/w'][random(6)] as string;
  const note = () => `${folder()}/${random(12)}.md`;
  for (let i = 0; i < operations; i++) {
    const [from, to] = [note(), note()].map((path) => join(test.root, path)) as [string, string];
    const kind = random(10);
    await mkdir(dirname(to), { recursive: true });
    if (kind < 4) await writeFile(to, `text ${i}`);
    else if (kind < 6) await rename(from, to).catch(() => undefined);
    else if (kind < 8) await unlink(from).catch(() => undefined);
    else if (kind < 9)
      await rename(join(test.root, folder()), join(test.root, `${folder()}/moved${random(3)}`)).catch(
        () => undefined,
      );
    else await rm(join(test.root, folder()), { recursive: true, force: true });
    if (random(8) === 0) await new Promise((resolve) => setTimeout(resolve, random(12)));
  }
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
