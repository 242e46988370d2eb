import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCommandHost } from '../command-host.ts';
import { createCanaryVault, isName } from './canary-vault.ts';
import { CHATS } from './conversation-entry-points.ts';
import { driveMcp, startPiped } from './drive-mcp.ts';
import type { EntryContext, EntryPoint, Outputs, ProcessOptions } from './entry-point.ts';
import { ENTRY_POINTS } from './entry-points.ts';
import { type CanarySearch, createCanarySearch, type Sighting } from './find-canaries.ts';
import { CAPTURED } from './keeping-entry-points.ts';
import { PERSONS_FILES, REMEMBERED } from './memory-entry-points.ts';
import { openRecordingModel, REFUSED } from './recording-model.ts';

/** How a model is reached: in the cloud, where it sees no secret, or on this machine, where it may see everything. */
export type ModelPlace = 'cloud' | 'loopback' | 'none';

export interface CanaryRun {
  readonly seed: number;
  readonly model: ModelPlace;
  /** The bin of the command line. */
  readonly bin: string;
  readonly entryPoints?: readonly EntryPoint[];
  /**
   * The folder where commands cache compiled code, as on a machine where they have run before. A short command spends
   * most of its time on compiling. The folder is searched at the end. By default it is in the vault's own home.
   */
  readonly codeCache?: string;
}

export interface CanaryReport {
  /** Entry points that were run. */
  readonly runs: number;
  readonly sightings: readonly (Sighting & { readonly entryPoint: string })[];
  /** Entry points that ended with an exit code above 4. A crash proves nothing. */
  readonly crashes: readonly string[];
  readonly bytesSeenByModel: number;
  /** Requests that give a model the reasons for its refused draft. */
  readonly retries: number;
  /** Request paths at the model, by entry point. */
  readonly asked: Readonly<Record<string, readonly string[]>>;
}

/** Programs of an agent that is built on the packages. */
export const DRIVE_SDK = fileURLToPath(new URL('./drive-sdk.ts', import.meta.url));

/** The name of the step with which every vault begins. */
export const FIRST_INDEX = 'index, for the first time';

/** Runs every entry point on one generated vault, and searches everything that it wrote, printed and sent for canaries. */
export async function runCanaries({
  seed,
  model,
  bin,
  entryPoints = ENTRY_POINTS,
  codeCache,
}: CanaryRun): Promise<CanaryReport> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-canary-'));
  await using server = await openRecordingModel();
  try {
    const { notes, before, canaries, questions, capture, chats } = createCanaryVault(seed);
    const vault = join(folder, 'vault');
    for (const [path, text] of Object.entries({ ...notes, ...before })) await write(join(vault, path), text);
    await write(join(folder, 'config', 'config.toml'), configOf(model, server.url));
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      MEMORA_CONFIG_DIR: join(folder, 'config'),
      OPENAI_API_KEY: 'k',
      // If it is not given, it is in the searched folder.
      ...(codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache }),
    };
    await using host = openCommandHost(bin, { env, cwd: folder });
    const memora = (args: readonly string[], options: ProcessOptions = {}) =>
      isOfItsOwn(args, options)
        ? runProcess([bin, ...args, '--vault', vault], { ...env, ...options.env }, options)
        : host.run([...args, '--vault', vault], options);
    const mcp: EntryContext['mcp'] = (requests, args = []) =>
      driveMcp(() => startPiped(process.execPath, [bin, 'serve', '--vault', vault, ...args], env), requests);

    // Programs built on the packages share compiled code. It is outside the searched folder.
    const shared = { ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
    const program = (name: string, args: readonly string[]) =>
      runProcess([fileURLToPath(new URL(name, import.meta.url)), vault, ...args], shared, {});
    const sdk = (question: string, secret: string, claimIds: readonly string[]) =>
      program('./drive-sdk.ts', [model === 'none' ? '' : server.url, question, secret, ...claimIds]);
    const agent = (question: string) =>
      program('./drive-agent-memory.ts', [model === 'none' ? '' : server.url, question]);

    const start = (args: readonly string[]) => runProcess([bin, ...args, '--vault', vault], env, {});
    const first = await start(['index']);
    // A copy and a page of data that is open now, made before it becomes secret.
    const kept = [
      await start(['backup', join(vault, '.memora', 'copy.db')]),
      await start(['report', '--json']),
    ];
    const sentFirst = server.take();
    const shownFirst = [first, ...kept];
    for (const path of Object.keys(before)) await write(join(vault, path), notes[path] ?? '');
    const again = await start(['index']);
    const listed = await memora(['claims', 'list', '--json']);
    // A model that was given the ids of secret claims cites them.
    const claimIds = (
      JSON.parse(listed.stdout || '{"claims":[]}') as { claims: { claim_id: string; band: string }[] }
    ).claims
      .sort((a, b) => Number(b.band === 'secret') - Number(a.band === 'secret'))
      .map((claim) => claim.claim_id);
    server.cite(claimIds.slice(0, 5));
    const sightings: (Sighting & { entryPoint: string })[] = [];
    const crashes: string[] = [];
    let bytesSeenByModel = 0;
    let retries = 0;
    const asked: Record<string, readonly string[]> = {};
    const findSent = createCanarySearch(canaries);
    const findShown = createCanarySearch(canaries);
    const findKept = createCanarySearch(canaries.filter((canary) => !isName(canary)));
    const early = canaries.filter(({ later }) => !later);
    const looked = {
      sent: createCanarySearch(early)(sentFirst, 'sent to the model'),
      shown: shownFirst.flatMap(({ stdout, stderr }) =>
        createCanarySearch(early)(Buffer.from(`${stdout}\n${stderr}`), 'stdout or stderr'),
      ),
    };
    const look = async (entryPoint: EntryPoint, outputs: readonly Outputs[]): Promise<void> => {
      const sent = server.take();
      bytesSeenByModel += sent.length;
      retries += sent.toString('latin1').split(REFUSED).length - 1;
      asked[entryPoint.name] = askedIn(sent);
      const found = [
        ...(model === 'cloud' ? findSent(sent, 'sent to the model') : []),
        ...(entryPoint.reveals === true ? [] : outputs).flatMap((output) => [
          ...findShown(Buffer.from(output.stdout), 'stdout'),
          ...findShown(Buffer.from(output.stderr), 'stderr'),
        ]),
        ...(await searchGenerated(folder, notes, findShown, findKept)),
        ...(await readBlocked(vault)),
      ];
      sightings.push(...found.map((sighting) => ({ ...sighting, entryPoint: entryPoint.name })));
      if (outputs.some((output) => output.code === null || (output.code > 4 && output.code !== 130)))
        crashes.push(entryPoint.name);
    };
    // The first step embeds every claim. It is searched like the others but not counted.
    asked[FIRST_INDEX] = askedIn(sentFirst);
    for (const sighting of [...(model === 'cloud' ? looked.sent : []), ...looked.shown])
      sightings.push({ ...sighting, entryPoint: FIRST_INDEX });
    await look({ name: 'index, of what became secret', covers: [], run: async () => again }, [again, listed]);
    for (const [i, entryPoint] of entryPoints.entries()) {
      const question = questions[(seed + i) % questions.length] ?? '';
      await look(
        entryPoint,
        [
          await entryPoint.run({
            vault,
            question,
            capture,
            chats,
            claimIds,
            memora,
            mcp,
            program,
            sdk,
            agent,
          }),
        ].flat(),
      );
    }
    const compiled = codeCache === undefined ? [] : await searchCode(codeCache, findShown);
    sightings.push(...compiled.map((sighting) => ({ ...sighting, entryPoint: 'compiled code' })));
    return { runs: entryPoints.length, sightings, crashes, bytesSeenByModel, retries, asked };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * True if a command needs its own process: it is stopped, it is read while it runs, Node itself logs in it,
 * or its start is the subject. All others run one after the other in one process, whose memory holds more
 * than that of a single command. With `MEMORA_TEST_WHOLE=1`, each command has its own process.
 */
function isOfItsOwn(args: readonly string[], options: ProcessOptions): boolean {
  return (
    process.env['MEMORA_TEST_WHOLE'] === '1' ||
    (args[0] === 'memory' && args[1] === 'hook') ||
    options.stopAfterMs !== undefined ||
    options.stopAt !== undefined ||
    options.fetchPage === true ||
    options.env?.['NODE_DEBUG'] !== undefined
  );
}

/** Where models were asked. */
function askedIn(sent: Buffer): string[] {
  return [...new Set(sent.toString('latin1').match(/POST \/v1\/[a-z/]+/g) ?? [])].sort();
}

/**
 * Every file except the planted notes, the notes captured as secret, and the imported chats, whose open parts
 * their entry point checks: `.memora/` with the WAL, the key folder, generated pages, captured notes.
 */
async function searchGenerated(
  folder: string,
  notes: Readonly<Record<string, string>>,
  find: CanarySearch,
  findKept: CanarySearch,
): Promise<Sighting[]> {
  const planted = new Set(
    [...Object.keys(notes), ...PERSONS_FILES].map((path) => join(folder, 'vault', path)),
  );
  const kept = [CAPTURED, CHATS, ...REMEMBERED].map((name) => join(folder, 'vault', name) + sep);
  const found: Sighting[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || planted.has(path) || kept.some((start) => path.startsWith(start))) continue;
    const bytes = await readFile(path).catch(() => null);
    const own = path.slice(folder.length + 1);
    if (bytes !== null) found.push(...(NAMES.test(own) ? findKept : find)(bytes, own));
  }
  return found;
}

/** The compiled code that commands cached. A file that another process is writing gets its final name a moment later. */
async function searchCode(folder: string, find: CanarySearch): Promise<Sighting[]> {
  const found: Sighting[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? await readFile(path).catch(() => null) : null;
    if (bytes !== null) found.push(...find(bytes, path.slice(folder.length + 1)));
  }
  return found;
}

/** Files with note names in plain text, as SECURITY.md says: the database and its copies, links, and the lists of written and pushed files. */
const NAMES =
  /^(?:copy\.db|config\/written\/|vault\/\.memora\/(?:memora\.db|copy\.db|links\.json|team\.json))/u;

/** Requests that the egress guard stopped. Nothing left the machine, but an earlier redaction had failed. */
async function readBlocked(vault: string): Promise<Sighting[]> {
  const log = await readFile(join(vault, '.memora', 'egress.jsonl'), 'utf8').catch(() => '');
  return log.includes('"outcome":"blocked"')
    ? [{ place: 'some secret', where: 'a request that the guard stopped', spelling: 'unknown' }]
    : [];
}

/** Files of the vault's `.memora` folder that others can read. */
export async function findLooseModes(memoraFolder: string): Promise<string[]> {
  const loose: string[] = ((await stat(memoraFolder)).mode & 0o077) !== 0 ? ['.'] : [];
  for (const entry of await readdir(memoraFolder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (((await stat(path)).mode & 0o077) !== 0) loose.push(path.slice(memoraFolder.length + 1));
  }
  return loose;
}

function configOf(model: ModelPlace, url: string): string {
  const llm =
    model === 'none' ? '' : `[llm]\nprovider = "openai-compatible"\nmodel = "m"\nendpoint = "${url}"\n`;
  const embed =
    model === 'none'
      ? ''
      : `[embed]\nprovider = "openai-compatible"\nmodel = "m"\ndim = 8\nendpoint = "${url}"\n`;
  return `${llm}${embed}[privacy]\nloopback = "${model === 'cloud' ? 'cloud' : 'local'}"\n`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function runProcess(
  args: readonly string[],
  env: Record<string, string>,
  { stdin = '', stopAfterMs, stopAt, fetchPage = false, fetchBesides = [] }: ProcessOptions,
): Promise<Outputs> {
  return new Promise((resolve, reject) => {
    // The working folder is searched, too, so files written at relative paths are found.
    const child = spawn(process.execPath, args, { env, cwd: env['HOME'] });
    let stdout = '';
    let stderr = '';
    let page: Promise<string> | undefined;
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
      if (stopAt !== undefined && stdout.includes(stopAt)) child.kill('SIGINT');
      const address = fetchPage ? /"(http:\/\/127\.0\.0\.1:\d+[^\s"]*)"/u.exec(stdout)?.[1] : undefined;
      if (address === undefined || page !== undefined) return;
      page = fetchAll(address, fetchBesides).finally(() => child.kill('SIGINT'));
      page.catch(reject);
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    child.on('error', reject);
    const timer = stopAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), stopAfterMs);
    child.on('close', async (code) => {
      clearTimeout(timer);
      resolve({ stdout: stdout + ((await page?.catch(() => '')) ?? ''), stderr, code: code ?? 0 });
    });
    child.stdin.on('error', () => undefined).end(stdin);
  });
}

/** The page at an address, and the server's other responses. */
async function fetchAll(
  address: string,
  besides: NonNullable<ProcessOptions['fetchBesides']>,
): Promise<string> {
  const texts = [await (await fetch(address)).text()];
  for (const { at, body } of besides) {
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const init = body === undefined ? {} : { ...posted, body: JSON.stringify(body) };
    texts.push(await (await fetch(new URL(at, address), init)).text());
  }
  return texts.join('\n');
}
