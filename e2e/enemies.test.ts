import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { driveSite, type Product } from './enemies/drive-site.ts';
import type { HostilePart } from './enemies/hostile-vault.ts';
import { HOSTILE_VAULTS } from './enemies/hostile-vaults.ts';
import { judgeDeeds } from './enemies/judge-deeds.ts';
import { FILES_STEP, MCP_STEP } from './enemies/mcp-steps.ts';
import { MUTATIONS } from './enemies/mutations.ts';
import { openSite } from './enemies/open-site.ts';
import { chooseRecorder, type Recorder, recordProcess } from './enemies/record-process.ts';
import { INDEX, STEPS } from './enemies/steps.ts';
import { listEntryPoints } from './list-entry-points.ts';
import { binPath } from './run-memora.ts';

const recorder = chooseRecorder();
const root = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const node = dirname(realpathSync(process.execPath));

/** The installed command line and the built server. The server's packages are those of the workspace. */
const product = (): Product => ({
  memora: [binPath()],
  mcp: [fileURLToPath(new URL('../packages/mcp/dist/bin.js', import.meta.url))],
  folders: [realpathSync(inject('project')), root, node],
});

const PARTS: readonly HostilePart[] = [
  'links',
  'special files',
  'databases',
  'configs',
  'accepted configs',
  'ledgers and locks',
  'names',
  'shapes',
  'files of other programs',
];
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
/** One vault from each part and two from the largest, or twice as many with `MEMORA_TEST_WHOLE=1`. */
const CHOSEN = PARTS.flatMap((part) => {
  const all = HOSTILE_VAULTS.filter((vault) => vault.part === part);
  const count = Math.min(all.length, (part === 'links' || part === 'configs' ? 2 : 1) * (isWhole ? 2 : 1));
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] ?? all[0]);
}).filter((vault) => vault !== undefined);
const PLAIN_STEPS = STEPS.filter(({ asks }) => asks === undefined);
/** Enough steps per vault that every step runs with some vault. `run-all.ts` runs every step with every vault. */
const TURNS = Math.ceil(PLAIN_STEPS.length / CHOSEN.length);

describe(`hostile vaults, recorded by ${recorder}`, () => {
  // All vaults share one cache of compiled code, as a user's vaults do. Each command fills it once, under the recorder.
  const cache = realpathSync(mkdtempSync(join(tmpdir(), 'memora-code-')));
  afterAll(() => rm(cache, { recursive: true, force: true }));

  it.each(CHOSEN.map((vault, i) => [vault.name, vault, i] as const))(
    '%s: nothing outside',
    async (_, vault, i) => {
      await using site = await openSite(vault, cache);
      const turns = Array.from(
        { length: TURNS },
        (_, turn) => PLAIN_STEPS[(i * TURNS + turn) % PLAIN_STEPS.length],
      );
      const steps = [
        INDEX,
        ...turns.filter((step) => step !== undefined),
        ...(i % 6 === 0 ? [MCP_STEP, FILES_STEP] : []),
      ];
      expect(await driveSite(site, steps, product(), recorder, { ...vault, hosted: !isWhole })).toEqual([]);
    },
  );
});

describe('the suite', () => {
  it('has at least sixty vaults, some for every part, each with its own name', () => {
    expect(HOSTILE_VAULTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(HOSTILE_VAULTS.map(({ name }) => name)).size).toBe(HOSTILE_VAULTS.length);
    expect([...new Set(HOSTILE_VAULTS.map(({ part }) => part))].sort()).toEqual(PARTS.toSorted());
  });

  it('knows the place of each guard that check-mutations.ts removes, and the tests that must fail then', () => {
    const lost = MUTATIONS.filter(({ file, find, tests }) => {
      const source = join(root, file);
      return (
        !existsSync(source) ||
        !readFileSync(source, 'utf8').includes(find) ||
        tests.some((test) => !existsSync(join(root, test)))
      );
    });
    expect(lost.map(({ guard }) => guard)).toEqual([]);
    expect(MUTATIONS.length).toBeGreaterThan(20);
  });

  it('drives every command, MCP tool, resource and prompt', async () => {
    const covered = new Set(STEPS.flatMap((step) => step.covers));
    const { commands, offered } = await listEntryPoints();
    expect([...commands, ...offered].filter((name) => !covered.has(name))).toEqual([]);
    expect(commands.length).toBeGreaterThan(30);
    expect(offered.length).toBeGreaterThan(15);
  });
});

/** All actions that a vault would want a process to take, in one script. */
const ENEMY = `
import { appendFileSync, readFileSync, readdirSync, renameSync, symlinkSync, unlinkSync, mkdirSync, chmodSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { createServer } from 'node:http';
const [own, theirs] = process.argv.slice(2);
readFileSync(own + '/link');
await readFile(theirs + '/read');
readdirSync(theirs);
appendFileSync(theirs + '/log', 'x');
renameSync(theirs + '/log', theirs + '/log2');
chmodSync(theirs + '/log2', 0o777);
unlinkSync(theirs + '/log2');
mkdirSync(theirs + '/folder');
symlinkSync('x', theirs + '/made');
spawnSync('/bin/true');
try { process.kill(process.ppid, 'SIGCONT'); } catch {}
connect(9, '127.0.0.1').on('error', () => undefined);
createServer().listen(0, '0.0.0.0', function () { this.close(); });
`;

const here: readonly Recorder[] = recorder === 'strace' ? ['strace', 'preload'] : ['preload'];

it.each(here)('the recorder %s notices everything that a process is not allowed to do', async (which) => {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'memora-enemy-')));
  const [own, theirs] = [join(folder, 'own'), join(folder, 'theirs')];
  try {
    for (const each of [own, theirs]) await mkdir(each);
    await writeFile(join(theirs, 'secret'), 'theirs');
    await writeFile(join(theirs, 'read'), 'theirs');
    await symlink(join(theirs, 'secret'), join(own, 'link'));
    await writeFile(join(own, 'enemy.mjs'), ENEMY);
    const { deeds, code, stderr } = await recordProcess([join(own, 'enemy.mjs'), own, theirs], {
      recorder: which,
      cwd: own,
      env: { PATH: '/usr/bin:/bin' },
    });
    expect([code, stderr]).toEqual([0, '']);
    const judged = judgeDeeds(deeds, { own: [own], program: [node, root] }).map(
      ({ did, what }) => `${did} ${what.replace(theirs, 'theirs').replace(/^\d+(?=, )/, 'N')}`,
    );
    for (const deed of [
      'read theirs/secret',
      'read theirs/read',
      'list theirs',
      'write theirs/log',
      'change theirs/log2',
      'change theirs/folder',
      'change theirs/made',
      'run /bin/true',
      'connect 127.0.0.1:9',
    ])
      expect(judged).toContain(deed);
    expect(judged.some((deed) => deed.startsWith('signal N, SIGCONT'))).toBe(true);
    expect(judged.some((deed) => deed.startsWith('listen 0.0.0.0:'))).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
