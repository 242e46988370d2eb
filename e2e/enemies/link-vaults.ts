import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { KINDS, putAt } from '@memora/cli/hostile-kinds';
import type { HostileVault, Site } from './hostile-vault.ts';
import { putFile } from './put-file.ts';

/** Replacements for Memora's files at a path: the kinds from the in-process tests, and kinds that only a whole process can be tested with. */
export const LINK_KINDS: Readonly<Record<string, (path: string, site: Site) => void>> = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([kind, make]) => [
      kind,
      (path: string, { outside }: Site) => make(path, outside),
    ]),
  ),
  'a link to itself': (path) => symlinkSync(basename(path), path),
  'a link to the folder above': (path) => symlinkSync('..', path),
  'a link to a pipe': (path) => {
    spawnSync('mkfifo', [`${path}.pipe`]);
    symlinkSync(`${basename(path)}.pipe`, path);
  },
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  'a link to /proc/self/environ': (path) => symlinkSync('/proc/self/environ', path),
  'a link to /proc/self/cwd': (path) => symlinkSync('/proc/self/cwd', path),
  'a link to the root': (path) => symlinkSync('/', path),
  'a chain of links': (path, { outside }) => {
    symlinkSync(`${basename(path)}.1`, path);
    symlinkSync(`${basename(path)}.2`, `${path}.1`);
    symlinkSync(join(outside, 'profile'), `${path}.2`);
  },
  'a socket': makeSocket,
};

/** Binds a socket in a separate process, which leaves the file behind. A socket's name has at most 107 bytes. */
function makeSocket(path: string): void {
  const { status } = spawnSync(
    process.execPath,
    [
      '-e',
      "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))",
      basename(path),
    ],
    { cwd: dirname(path) },
  );
  if (status === 0) throw new Error('no socket was made');
}

/** Puts one of the kinds at a path of the vault. */
export function putLink(kind: string, name: string): (site: Site) => void {
  return (site) => {
    putAt('nothing', name)(site.vault, site.outside);
    LINK_KINDS[kind]?.(join(site.vault, name), site);
  };
}

const link = (name: string, put: Readonly<Record<string, string>>): HostileVault => ({
  name,
  part: 'links',
  spoil: (site) => {
    for (const [at, kind] of Object.entries(put)) putLink(kind, at)(site);
  },
});

/** Links and special files at paths that no table names. */
export const LINK_VAULTS: readonly HostileVault[] = [
  link('a note and a folder of notes lead outside', {
    'a.md': 'a link to a file',
    region: 'a link to a folder',
    'deep/b.md': 'a dangling link',
  }),
  link('notes that lead into the process itself', {
    'environ.md': 'a link to /proc/self/environ',
    'zero.md': 'a link to /dev/zero',
    'cwd.md': 'a link to /proc/self/cwd',
  }),
  link('folders that contain themselves', {
    up: 'a link to the folder above',
    root: 'a link to the root',
    'loop.md': 'a link to itself',
  }),
  link('all of .memora leads to another vault', { '.memora': 'a link to a folder' }),
  link('a copy of the index that is a link', { 'shipped.db': 'a link to a file' }),
  {
    name: 'notes that are pipes, sockets and devices',
    part: 'special files',
    spoil: (site) => {
      putLink('a pipe', 'pipe.md')(site);
      putLink('a socket', 'socket.md')(site);
      putLink('a pipe', 'region/_atlas.md')(site);
      // Only root can create a device. For others the vault has none.
      spawnSync('mknod', [join(site.vault, 'device.md'), 'c', '1', '5']);
    },
  },
  {
    name: 'special files where .memora keeps its state',
    part: 'special files',
    spoil: (site) => {
      for (const name of [
        'config.toml',
        'links.json',
        'schedule.json',
        'consolidation.json',
        'memory-consolidation.json',
      ])
        putLink('a pipe', `.memora/${name}`)(site);
      putLink('a socket', '.memora/egress.jsonl')(site);
    },
  },
  {
    name: 'a note with a second name outside',
    part: 'links',
    sharesFile: true,
    spoil: (site) => {
      putLink('a hard link', 'twin.md')(site);
      putLink('a hard link', '_ledger.md')(site);
      putLink('a hard link', '.memora/egress.jsonl')(site);
    },
  },
  {
    name: 'drafts of a killed process that are links',
    part: 'links',
    spoil: (site) => {
      mkdirSync(join(site.vault, '.memora'), { recursive: true });
      for (const pid of [1, process.pid, 999_999])
        for (const folder of ['', '.memora/', 'notes/'])
          putLink('a link to a file', `${folder}.memora-${pid}-0123456789abcdef.tmp`)(site);
      putFile(site, 'world_map.md', '# map\n\n- kestrel\n');
    },
  },
  {
    name: 'a page whose region is a link',
    part: 'links',
    spoil: (site) => {
      putLink('a link to a folder', '_memora')(site);
      writeFileSync(join(site.vault, 'kiln.md'), '# Kiln\n\nThe kiln burns at 900 degrees.\n');
    },
  },
];
