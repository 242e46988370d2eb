import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePrivacyMarkers } from '@memora/privacy';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { programOf } from '@memora/testing-fixtures/program-of';
import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { attackDocuments } from './testing-fixtures/attack-documents.ts';
import { openFaultServer } from './testing-fixtures/open-fault-server.ts';

const DRIVER = fileURLToPath(new URL('./testing-fixtures/drive-attacks.ts', import.meta.url));
const TRACED = 'trace=%file,connect,bind,sendto,sendmsg,sendmmsg,execve,execveat';
const isTraced = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

interface Told {
  readonly name: string;
  readonly status: string;
  readonly path: string | null;
  readonly code?: string;
  readonly hint?: string;
}

/** The possible results of the readers for a document. */
const REFUSALS =
  /^(?:FORMAT_UNKNOWN|NOT_TEXT|PARSER_MISSING|DOCUMENT_(?:EMPTY|SCANNED|ENCRYPTED|DAMAGED|TOO_LARGE|TOO_COSTLY))$/;

it('hostile documents read, fetch, run and leave nothing: each is a note, or refused in its own words', async () => {
  await using server = await openFaultServer();
  const home = await mkdtemp(join(tmpdir(), 'memora-attacks-'));
  try {
    const [vault, config, folder] = ['vault', 'config', 'documents'].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [vault, folder]) await mkdir(each);
    const bait = { url: server.origin, file: join(home, 'bait.txt'), made: join(home, 'made') };
    await writeFile(bait.file, 'BAIT-OF-THE-FILE\n');
    const all = Object.entries(attackDocuments(bait));
    expect(all.length).toBeGreaterThanOrEqual(60);
    const documents = Object.fromEntries(everyNth(all, 10));
    for (const [name, bytes] of Object.entries(documents)) await writeFile(join(folder, name), bytes);
    const log = join(home, 'strace.log');
    const { code, stdout, stderr } = await run([vault, config, folder], log);
    expect([code, stderr]).toEqual([0, '']);
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Told);
    expect(new Set(told.map(({ name }) => name))).toEqual(new Set(Object.keys(documents)));
    // Each becomes a note, or an error that names its cause and the remedy.
    for (const { name, status, code: refusal } of told)
      expect([name, status === 'created' || REFUSALS.test(refusal ?? status)]).toEqual([name, true]);
    expect(told.filter(({ status }) => status === 'created').length).toBeGreaterThan(told.length / 2 - 5);

    expect(server.seen).toEqual([]);
    expect(existsSync(bait.made)).toBe(false);
    expect((await readdir(home)).sort()).toEqual(
      ['bait.txt', 'config', 'documents', 'vault', ...(isTraced ? ['strace.log'] : [])].sort(),
    );
    expect(await readdir(vault)).toEqual(['.memora', 'ingested']);
    for (const path of await readdir(join(vault, 'ingested')))
      await expectHarmless(join(vault, 'ingested', path));
    if (isTraced) expect(deedsIn(await readFile(log, 'latin1'), { home, bait: bait.file })).toEqual([]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

async function expectHarmless(file: string): Promise<void> {
  const bytes = await readFile(file);
  const text = bytes.toString();
  expect([file, /BAIT-OF-THE-FILE|SLIPPED|HIDDEN-\d|root:x:0/.exec(text)?.[0]]).toEqual([file, undefined]);
  expect([file, /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u001b]/u.exec(text)?.[0]]).toEqual([
    file,
    undefined,
  ]);
  const note = parseNote(bytes, { path: 'x.md' });
  expect([file, note.frontmatter.source, note.band]).toEqual([file, 'reference', 'private']);
  // Each of Memora's own markers hides something, and no marker of the document takes effect.
  const { regions, markers, diagnostics } = parsePrivacyMarkers(bytes);
  expect([file, markers.length, diagnostics]).toEqual([file, regions.length * 2, []]);
  expect([file, /(?<!\\)\[\s*claim\s*:/i.exec(text)?.[0]]).toEqual([file, undefined]);
}

/** System calls of the traced processes that no document reader needs. */
function deedsIn(log: string, { home, bait }: { readonly home: string; readonly bait: string }): string[] {
  let programs = 0;
  return log.split('\n').filter((line) => {
    if (/ = -1 E/.test(line) && !/\bconnect\(/.test(line)) return false;
    if (/\bexecve(?:at)?\(/.test(line)) return ++programs > 1;
    if (/\b(?:connect|bind|sendto|sendmsg|sendmmsg)\(/.test(line)) return /sa_family=AF_INET/.test(line);
    if (line.includes(bait)) return true;
    const isWrite = /O_WRONLY|O_RDWR|O_CREAT|\b(?:rename|unlink|mkdir|link|symlink|chmod|truncate)\w*\(/.test(
      line,
    );
    return (
      isWrite &&
      !line.includes(`${home}/vault`) &&
      !line.includes(`${home}/config`) &&
      !/"\/(?:dev\/(?:null|tty)"|proc\/)/.test(line)
    );
  });
}

async function run(
  args: readonly string[],
  log: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const node = [process.execPath, ...programOf(DRIVER), ...args];
  const [program = '', ...rest] = isTraced
    ? ['strace', '-f', '--seccomp-bpf', '-y', '-qq', '-s', '4096', '-o', log, '-e', TRACED, ...node]
    : node;
  // The code cache shared by the tests is outside the vault.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}
