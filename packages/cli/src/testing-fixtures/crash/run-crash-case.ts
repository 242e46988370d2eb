import { join } from 'node:path';
import type { CrashCase } from './crash-cases.ts';
import { CAPTURED_SECRET, NOTES, SECRET, SOON_SECRET } from './crash-vault.ts';
import { type CrashPlace, type Ended, type Ending, openCrashPlace, readFiles } from './open-crash-place.ts';

/** A case that is ready to be killed. */
interface PreparedCase extends Disposable {
  /** The number of writing operations of an undisturbed command. */
  readonly operations: number;
  /**
   * Kills it at an operation, or fails it from there on. Returns the problems afterwards; empty if there are
   * none.
   */
  readonly kill: (at: number) => Promise<readonly string[]>;
  /**
   * Runs it completely with a clock that is shifted by this many milliseconds. Returns the problems
   * afterwards.
   */
  readonly misdate: (clockShiftMs: number) => Promise<readonly string[]>;
}

/** Longer than a watch takes to index the changes of a test. */
const WATCH_MS = 8000;

/** The exit code of a command that a person stops. */
const STOPPED = 130;

/** Runs a case to its end once, to record its operations and result. */
export async function prepareCrashCase(
  crash: CrashCase,
  failWith?: Ending['failWith'],
): Promise<PreparedCase> {
  const place = openCrashPlace();
  for (const [path, text] of Object.entries(NOTES)) place.write(path, text);
  await expectCode(place, ['index'], [0]);
  await crash.prepare?.(place);
  const argv = await crash.argv(place);
  place.keep('before');
  const before = readFiles(place.at);
  const watches = crash.during !== undefined;
  const during = () => crash.during?.(place);
  const counted = {
    ...(watches ? { stopMs: WATCH_MS } : {}),
    ...(failWith === undefined ? {} : { failWith }),
  };
  const whole = await place.spawn(argv, counted, crash.stdin, during);
  const fine = watches ? [STOPPED] : [0, ...(crash.fine ?? [])];
  if (!fine.includes(whole.code ?? -1))
    throw new Error(`${argv.join(' ')} ended with ${whole.code}: ${whole.stderr}`);
  if (watches) await expectCode(place, ['index'], [0]);
  const after = readFiles(place.at);
  await expectCode(place, ['index'], [0]);
  const claims = await listClaims(place);
  return {
    operations: whole.operations ?? 0,
    kill: async (at) => {
      place.putBack('before');
      const ending = { ...counted, at };
      let changed = before;
      const ended = await place.spawn(argv, ending, crash.stdin, () => {
        during();
        changed = readFiles(place.at);
      });
      const told = failWith === undefined ? [] : findUntold(ended);
      const problems = findTorn(byPlainName(readFiles(place.at)), [before, changed, after].map(byPlainName));
      return [...told, ...problems, ...(await recover(place, crash, argv, claims))];
    },
    misdate: async (clockShiftMs) => {
      place.putBack('before');
      const { code, stderr } = await place.spawn(argv, { ...counted, clockShiftMs }, crash.stdin, during);
      const problems = fine.includes(code ?? -1) ? [] : [`it ended with ${code}: ${stderr}`];
      return [...problems, ...(await recover(place, crash, argv, claims))];
    },
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

async function recover(
  place: CrashPlace,
  { again = 'same', fine = [0], hides, during, stdin }: CrashCase,
  argv: readonly string[],
  claims: string,
): Promise<string[]> {
  const problems: string[] = [];
  const must = async (command: readonly string[], codes: readonly number[]) => {
    const { code, stderr } = await place.run(command, stdin);
    if (!codes.includes(code) || /\n\s+at /.test(stderr))
      problems.push(`${command.slice(0, 2).join(' ')} ended with ${code}: ${stderr}`);
  };
  if (again === 'same') await must(argv, [...fine, 0]);
  if (during !== undefined) during(place);
  await must(['index'], [0]);
  const { stdout } = await place.run(['doctor', '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
  for (const { name, status, detail } of checks)
    if (status === 'fault') problems.push(`doctor: ${name}: ${detail}`);
  if (again === 'same' || during !== undefined) {
    const now = await listClaims(place);
    if (now !== claims) problems.push(`other claims than after a whole run:\n${now}\n${claims}`);
  }
  const words = [SECRET, CAPTURED_SECRET, ...(hides === true ? [SOON_SECRET] : [])];
  return [...problems, ...findReadable(readFiles(place.at), words)];
}

/** An error that does not name its object or its remedy. */
function findUntold({ code, signal, stdout, stderr }: Ended): string[] {
  if (signal !== null) return [`it was ended by ${signal}`];
  if (/\n\s+at .*:\d+:\d+/.test(stderr)) return [`it ended with a stack: ${stderr}`];
  // A watch that continues has reported it, or had already finished its work.
  if (code === STOPPED && !/problem|failed|^memora: /m.test(stderr) && !/^indexed/m.test(stdout))
    return ['it goes on and does nothing'];
  if (code === 0 || code === 1 || code === 3 || code === STOPPED) return [];
  return /^memora: .+\n\s*\S/m.test(stderr) ? [] : [`it ended with ${code} and no remedy: ${stderr}`];
}

/** Notes and settings that are neither unchanged nor as a complete run leaves them. */
function findTorn(
  now: ReadonlyMap<string, Buffer>,
  states: readonly ReadonlyMap<string, Buffer>[],
): string[] {
  const problems: string[] = [];
  for (const path of new Set([...states.flatMap((files) => [...files.keys()]), ...now.keys()])) {
    if (!/\.(?:md|toml|html)$/.test(path)) continue;
    const found = toComparable(now.get(path));
    if (!states.some((files) => toComparable(files.get(path)) === found))
      problems.push(`${path} is neither as before nor as after`);
  }
  return problems;
}

/**
 * The name of a note captured as secret is random, and so are the id and session of a memory; they differ in
 * each run.
 */
function byPlainName(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  return new Map([...files].map(([path, bytes]) => [path.replace(RANDOM_NAME, 'note-…'), bytes]));
}

const RANDOM_NAME = /note-[0-9a-f]{12}|(?<=-)[0-9a-z]{12}(?=\.md)|(?:mem|conv)_[0-9a-z]{12}/g;

/** Times differ between two runs, and so do the hashes of text with a time. */
function toComparable(bytes: Buffer | undefined): string | null {
  return bytes === undefined
    ? null
    : bytes
        .toString('latin1')
        .replace(RANDOM_NAME, '')
        .replace(/ sum:[0-9a-f]{4}(?= )/g, '')
        .replace(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?/g, '<time>');
}

/** Files other than the user's notes that contain a word, and drafts that nothing removed. */
function findReadable(files: ReadonlyMap<string, Buffer>, words: readonly string[]): string[] {
  const problems: string[] = [];
  for (const [path, bytes] of files) {
    if (/\.memora-\d+-[0-9a-f]{16}\.tmp$/.test(path)) problems.push(`${path} was left behind`);
    const text = bytes.toString('latin1').toLowerCase();
    const isNote = path.endsWith('.md') && !/(?:^|\/)(?:_[^/]*|world_map)(?:\/|\.md$)/.test(path);
    for (const word of words) if (!isNote && text.includes(word)) problems.push(`${word} stands in ${path}`);
  }
  return problems;
}

async function listClaims(place: CrashPlace): Promise<string> {
  const { stdout } = await place.run(['claims', 'list', '--json', '--reveal']);
  const { claims } = JSON.parse(stdout) as {
    claims: { claim_id: string; note: string; status: string; source_text: string; band: string }[];
  };
  return (
    claims
      // Ids of secret claims depend on the key.
      .map(
        ({ claim_id, note, status, source_text, band }) =>
          `${band === 'secret' ? '' : claim_id} ${note} ${status} ${source_text}`,
      )
      .sort()
      .join('\n')
  );
}

async function expectCode(
  place: CrashPlace,
  argv: readonly string[],
  codes: readonly number[],
): Promise<void> {
  const { code, stderr } = await place.run(argv);
  if (!codes.includes(code))
    throw new Error(`${argv.join(' ')} in ${join(place.at)} ended with ${code}: ${stderr}`);
}
