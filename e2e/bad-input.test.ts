import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { openWorkspace, snapshot, type Workspace } from './open-workspace.ts';
import { runJson, runMemora } from './run-in-host.ts';
import { runMemora as runProcess } from './run-memora.ts';

const NOTES = {
  'team.md': '# Team\n\nMara leads the project.\nTomás looks after the firmware.\n',
  'projects/plan.md': '---\ndate: 2026-03-02\n---\n# Plan\n\nThe launch is on 2026-06-01.\n',
};

const index = (workspace: Workspace, ...args: string[]) =>
  runMemora(['index', '--vault', workspace.vault, ...args], { env: workspace.env });

describe('a vault that does not exist', () => {
  it('is named, with exit code 4, and not created', async () => {
    await using workspace = await openWorkspace(NOTES);
    const missing = join(workspace.vault, 'no', 'such');
    const before = await snapshot(workspace.vault);
    const { code, stdout, stderr } = await runMemora(['index', '--vault', missing], { env: workspace.env });
    expect(code).toBe(4);
    expect(stderr).toContain(missing);
    expect(stdout).toBe('');
    expect(await readdir(workspace.vault)).not.toContain('no');
    expect(await snapshot(workspace.vault)).toEqual(before);
  });

  it('is distinguished from a file in its place', async () => {
    await using workspace = await openWorkspace(NOTES);
    const before = await snapshot(workspace.vault);
    const { code, stderr } = await runMemora(['index', '--vault', join(workspace.vault, 'team.md')]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/team\.md.*not a folder/);
    expect(await snapshot(workspace.vault)).toEqual(before);
  });

  it('is asked for if nothing names one, with exit code 2', async () => {
    const { code, stderr } = await runMemora(['index']);
    expect(code).toBe(2);
    expect(stderr).toContain('MEMORA_VAULT');
  });

  it('commands that ask no question explain how to index a vault that was never indexed', async () => {
    await using workspace = await openWorkspace(NOTES);
    const before = await snapshot(workspace.vault);
    for (const args of [
      // A question indexes first. The tests of freshness cover that.
      ['claims', 'list'],
      ['claims', 'show', '0000000000000000'],
    ]) {
      const { code, stderr } = await runMemora([...args, '--vault', workspace.vault], { env: workspace.env });
      expect(stderr).toContain('memora index');
      expect(code).toBe(4);
    }
    expect(await snapshot(workspace.vault)).toEqual(before);
  });
});

describe('a note that cannot be indexed', () => {
  it('unreadable: named, exit code 3, the other notes are indexed', async () => {
    await using workspace = await openWorkspace({ ...NOTES, 'locked.md': 'Nobody reads this line.\n' });
    const before = await snapshot(workspace.vault);
    await chmod(join(workspace.vault, 'locked.md'), 0o000);
    const args = ['index', '--vault', workspace.vault, '--json'];
    const { code, stdout, stderr } = await runProcess(args, { env: workspace.env, unprivileged: true });
    expect(code).toBe(3);
    expect(stderr).toContain('locked.md');
    const report = JSON.parse(stdout);
    expect(report.failures).toMatchObject([{ note: 'locked.md' }]);
    expect(report.claims).toBeGreaterThan(0);
    await chmod(join(workspace.vault, 'locked.md'), 0o644);
    expect(await snapshot(workspace.vault)).toEqual(before);
  });

  it('50 MB: named with the limit, exit code 3, the other notes are indexed', async () => {
    await using workspace = await openWorkspace(NOTES);
    await workspace.write('huge.md', 'A line of a very long note.\n'.repeat(1_900_000));
    const before = await snapshot(workspace.vault);
    const { code, stdout, stderr } = await index(workspace, '--json');
    expect(code).toBe(3);
    expect(stderr).toContain('huge.md');
    expect(JSON.parse(stdout)).toMatchObject({
      failed: 1,
      failures: [{ note: 'huge.md', code: 'NOTE_TOO_LARGE' }],
    });
    expect(JSON.parse(stdout).claims).toBeGreaterThan(0);
    expect(await snapshot(workspace.vault)).toEqual(before);
  });

  it.each([
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('The caf'), Buffer.from([0xe9, 0xff]), Buffer.from(' opens at 8.\n')]),
      /odd\.md:1: .*not UTF-8/,
    ],
    ['NUL bytes', 'The caf\u0000e opens at 8.\n\u0000\u0000\n', /odd\.md:1: .*NUL bytes/],
    [
      'malformed YAML',
      '---\ntitle: [unclosed\n  : :\n\tbad\n---\nThe cafe opens at 8.\n',
      /odd\.md:1: The frontmatter is not a YAML mapping/,
    ],
    [
      'malformed YAML that speaks of privacy',
      '---\ntitle: [unclosed\nprivacy: public\n---\nThe cafe opens at 8.\n',
      /odd\.md:1: .*read as secret/,
    ],
    ['frontmatter that never ends', '---\ntitle: x\nThe cafe opens at 8.\n', null],
    ['only a BOM', '\ufeff', null],
    ['nothing', '', null],
  ])('%s: said, indexed as far as it can be read, and left as it is', async (_, content, message) => {
    await using workspace = await openWorkspace({ ...NOTES, 'odd.md': content });
    const before = await snapshot(workspace.vault);
    const { code, stdout, stderr } = await index(workspace, '--json');
    const { warnings } = JSON.parse(stdout);
    if (message === null) expect([warnings, stderr]).toEqual([[], '']);
    else {
      expect(stderr).toMatch(message);
      expect(warnings).toMatchObject([{ note: 'odd.md' }]);
    }
    expect(code).toBe(0);
    const { claims } = await runJson<{
      claims: { note: string; band: string; source_text: string; span: [number, number] }[];
    }>(['claims', 'list', '--vault', workspace.vault], { env: workspace.env });
    const bytes = await readFile(join(workspace.vault, 'odd.md'));
    for (const claim of claims.filter((each) => each.note === 'odd.md' && each.band !== 'secret')) {
      expect(claim.source_text).toBe(
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(...claim.span)),
      );
    }
    expect(await snapshot(workspace.vault)).toEqual(before);
  });
});

describe('invalid settings', () => {
  it.each([
    ['[retrieval]\ntopk = 3\n', 'retrieval.top_k'],
    ['[llm]\nprovider = "gpt"\n', 'ollama'],
    ['[llm\n', 'line 1'],
  ])('%j: named with the choices, exit code 2, nothing written', async (toml, expected) => {
    await using workspace = await openWorkspace({ ...NOTES, '.memora/config.toml': toml });
    const before = await snapshot(workspace.vault);
    const { code, stderr } = await index(workspace);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect(stderr).toContain('config.toml');
    expect(await snapshot(workspace.vault)).toEqual(before);
    expect(await readdir(join(workspace.vault, '.memora'))).toEqual(['config.toml']);
    expect(await readFile(join(workspace.vault, '.memora', 'config.toml'), 'utf8')).toBe(toml);
    const doctor = await runMemora(['doctor', '--vault', workspace.vault, '--json'], { env: workspace.env });
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.stdout).checks).toMatchObject([{ name: 'config', status: 'fault' }]);
  });
});

describe('a database that cannot be used', () => {
  const database = (workspace: Workspace) => join(workspace.vault, '.memora', 'memora.db');

  it.each([
    [
      'garbage',
      async (path: string) => writeFile(path, 'this is no database, whatever its name says\n'.repeat(400)),
    ],
    [
      'torn in the middle',
      async (path: string) => {
        const bytes = await readFile(path);
        await writeFile(
          path,
          Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xa5)]),
        );
      },
    ],
  ])('%s: exit code 4 and how to mend it; the file and the notes stay as they are', async (_, damage) => {
    await using workspace = await openWorkspace(NOTES);
    expect((await index(workspace)).code).toBe(0);
    await damage(database(workspace));
    const before = await snapshot(workspace.vault);
    const damaged = await readFile(database(workspace));
    for (const args of [['index'], ['query', 'who leads?'], ['claims', 'list']]) {
      const { code, stderr } = await runMemora([...args, '--vault', workspace.vault], { env: workspace.env });
      expect(stderr).toContain('memora.db');
      expect(code).toBe(4);
    }
    const { code, stdout } = await runMemora(['doctor', '--vault', workspace.vault, '--json'], {
      env: workspace.env,
    });
    expect(code).toBe(1);
    const { checks } = JSON.parse(stdout);
    expect(checks.find((check: { name: string }) => check.name === 'database')).toMatchObject({
      status: 'fault',
    });
    expect(await readFile(database(workspace))).toEqual(damaged);
    expect(await snapshot(workspace.vault)).toEqual(before);

    await rename(database(workspace), `${database(workspace)}.damaged`);
    expect((await index(workspace)).code).toBe(0);
  });

  it('of a newer version: exit code 4 and a message', async () => {
    await using workspace = await openWorkspace(NOTES);
    await index(workspace);
    const setVersion =
      "const D=require(process.argv[1]);const d=new D(process.argv[2]);d.pragma('user_version=99');d.close()";
    const sqlite = join(inject('project'), 'node_modules', 'better-sqlite3');
    expect(spawnSync(process.execPath, ['-e', setVersion, sqlite, database(workspace)]).status).toBe(0);
    const before = await snapshot(workspace.vault);
    const newer = await readFile(database(workspace));
    for (const args of [['index'], ['query', 'who leads?']]) {
      const { code, stderr } = await runMemora([...args, '--vault', workspace.vault], { env: workspace.env });
      expect(stderr).toMatch(/schema version 99/);
      expect(stderr).toContain('Update Memora');
      expect(code).toBe(4);
    }
    expect(await readFile(database(workspace))).toEqual(newer);
    expect(await snapshot(workspace.vault)).toEqual(before);
  });
});

describe('a disk that cannot be written', () => {
  it('no permission to write in the vault: exit code 4, the path named, nothing left behind', async () => {
    await using workspace = await openWorkspace(NOTES);
    await chmod(workspace.vault, 0o555);
    const before = await snapshot(workspace.vault);
    const { code, stderr } = await runProcess(['index', '--vault', workspace.vault], {
      env: workspace.env,
      unprivileged: true,
    });
    expect(stderr).toMatch(/permission|cannot write|read-only/i);
    const after = await snapshot(workspace.vault);
    // Otherwise only root could delete the workspace.
    await chmod(workspace.vault, 0o755);
    expect(stderr).toContain(workspace.vault);
    expect(code).toBe(4);
    expect(after).toEqual(before);
  });

  it('full: exit code 4, says that the disk is full, leaves every note unchanged, and continues once there is room', async () => {
    await using workspace = await openWorkspace({});
    const notes = join(workspace.folder, 'notes');
    await mkdir(notes);
    for (let i = 0; i < 200; i++) {
      const lines = Array.from(
        { length: 40 },
        (_, n) => `- Pump ${i}-${n} runs at ${n * 7 + i} bar since week ${n}.`,
      );
      await writeFile(join(notes, `pump-${i}.md`), `# Pump house ${i}\n\n${lines.join('\n')}\n`);
    }
    // A 2 MB disk that only this process sees, filled with the notes. It disappears with the process.
    const wrapper = [
      `set -e; mount -t tmpfs -o size=2m,mode=777 tmpfs "$DISK"; cp -r "$NOTES/." "$DISK/"; cd "$DISK"`,
      `find . -type f -name '*.md' -exec sha256sum {} + | sort > "$OUT/before"`,
      `set +e; "$@"; code=$?`,
      `find . -type f -name '*.md' -exec sha256sum {} + | sort > "$OUT/after"`,
      `mount -i -t tmpfs -o remount,size=64m tmpfs "$DISK"; "$@" >"$OUT/again" 2>&1; echo $? >> "$OUT/again"; exit $code`,
    ].join('\n');
    const inNamespace = `unshare ${process.getuid?.() === 0 ? '-m' : '-rm'} sh -c '${wrapper.replaceAll("'", `'\\''`)}' sh "$@"`;
    const { code, stderr } = await runProcess(['index', '--vault', workspace.vault, '--no-write'], {
      env: { ...workspace.env, DISK: workspace.vault, NOTES: notes, OUT: workspace.folder },
      wrapper: inNamespace,
    });
    expect(stderr).toMatch(/disk is full|no space/i);
    expect(code).toBe(4);
    const [before, after] = await Promise.all(
      ['before', 'after'].map((name) => readFile(join(workspace.folder, name), 'utf8')),
    );
    expect(before?.split('\n').length).toBeGreaterThan(200);
    expect(after).toBe(before);
    const again = await readFile(join(workspace.folder, 'again'), 'utf8');
    expect(again).toMatch(/Indexed 200 notes/);
    expect(again).toMatch(/\n0\n$/);
  });
});

describe('Ctrl-C in the middle of indexing', () => {
  it('exits with 130, changes no note, keeps finished work, and the next run completes it', async () => {
    await using workspace = await openWorkspace({});
    for (let i = 0; i < 250; i++) {
      const lines = Array.from({ length: 40 }, (_, n) => `Valve ${i}-${n} closes at ${n + 3} bar.`);
      await workspace.write(`plant/valve-${i}.md`, `# Valves ${i}\n\n${lines.join('\n\n')}\n`);
    }
    const before = await snapshot(workspace.vault);
    const args = ['index', '--vault', workspace.vault];
    const interrupted = await runProcess(args, {
      env: workspace.env,
      onStart: (child) => killOnceIndexing(child, workspace),
    });
    expect(interrupted.stderr).toMatch(/interrupted/i);
    expect(interrupted.code).toBe(130);
    expect(await snapshot(workspace.vault)).toEqual(before);

    const report = await runJson<{ notes: number; unchanged: number; failed: number; claims: number }>(args, {
      env: workspace.env,
    });
    expect(report).toMatchObject({ notes: 250, failed: 0 });
    expect(await snapshot(workspace.vault)).toEqual(before);

    await using clean = await openWorkspace({ copyOf: workspace.vault });
    await rm(join(clean.vault, '.memora'), { recursive: true });
    const whole = await runJson<{ claims: number }>(['index', '--vault', clean.vault], { env: clean.env });
    expect(report.claims).toBe(whole.claims);
  });
});

/** Sends Ctrl-C once the database has grown, so that the run is interrupted in the middle of its work on any machine. */
function killOnceIndexing(child: ChildProcess, workspace: Workspace): void {
  const log = join(workspace.vault, '.memora', 'memora.db-wal');
  const timer = setInterval(async () => {
    const size = await stat(log).then(
      (info) => info.size,
      () => 0,
    );
    if (size < 1_000_000) return;
    clearInterval(timer);
    child.kill('SIGINT');
  }, 5);
  child.on('close', () => clearInterval(timer));
}
