/**
 * Compares the output of two versions: `node scripts/compare-outputs.ts OLD NEW VAULT…` runs each command with `--json` from the source
 * of two checkouts, on copies of each vault at one path, and prints every field that differs. Exits with 1 on a difference. Fields of
 * {@link LEFT_OUT} are not compared. Ids of secret claims are compared, because both versions have the keys that the first one made.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** Each with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  seconds: 'how long it took',
  tookMs: 'how long it took',
  ms: 'how long it took',
  generated_at: 'the time of the run',
  asked_at: 'the time of the run',
  checked_at: 'the time of the run',
  indexed_at: 'the time of the index',
  recorded_at: 'the time of the index',
  recorded_from: 'the time of the index',
  extractor: 'the version of the extractor, which is to be raised with its rules',
};

const QUESTIONS = ['What was decided?', 'Who is responsible?', 'When was it released?'];
const COMMANDS: readonly (readonly string[])[] = [
  ['index', '--no-write'],
  ...QUESTIONS.flatMap((question) => [
    ['query', question],
    ['query', question, '--claims'],
  ]),
  ['claims', 'list', '--limit', '200'],
  ['claims', 'refused'],
  ['today'],
  ['entities'],
  ['contradictions'],
  ['stale'],
  ['decisions'],
  ['privacy', 'audit'],
  ['doctor'],
];

type Said = Readonly<Record<string, unknown>>;

function runAll(checkout: string, vault: string, folder: string): Said[] {
  rmSync(join(folder, 'vault'), { recursive: true, force: true });
  cpSync(vault, join(folder, 'vault'), { recursive: true, preserveTimestamps: true });
  // In older checkouts it is in the root folder.
  const program = existsSync(join(checkout, 'from-source')) ? 'from-source' : 'packaging/from-source';
  return COMMANDS.map((argv) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        ...['--conditions=memora-source', '--import', `./${program}/resolve.ts`, `${program}/run.ts`],
        ...[...argv, '--json', '--vault', join(folder, 'vault')],
      ],
      {
        cwd: checkout,
        encoding: 'utf8',
        env: {
          ...process.env,
          MEMORA_CONFIG_DIR: join(folder, 'config'),
          NODE_COMPILE_CACHE: join(folder, 'compiled'),
        },
        maxBuffer: 1 << 28,
      },
    );
    return { code: status, ...read(stdout) };
  });
}

function read(text: string): object {
  try {
    return { said: JSON.parse(text) as unknown };
  } catch {
    return { text };
  }
}

/** The places at which two values differ. */
function differences(a: unknown, b: unknown, at = ''): string[] {
  const isBoth = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
  if (!isBoth) return a === b ? [] : [`${at}: ${short(a)} | ${short(b)}`];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names]
    .filter((name) => LEFT_OUT[name] === undefined)
    .flatMap((name) => differences((a as Said)[name], (b as Said)[name], `${at}.${name}`));
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);

const [old, now, ...vaults] = process.argv.slice(2).map((path) => resolve(path));
if (old === undefined || now === undefined || vaults.length === 0) throw new Error('OLD NEW VAULT…');
let count = 0;
for (const vault of vaults) {
  const folder = mkdtempSync(join(tmpdir(), 'memora-compared-'));
  const [before, after] = [old, now].map((checkout) => runAll(checkout, vault, folder));
  rmSync(folder, { recursive: true, force: true });
  for (const [i, argv] of COMMANDS.entries()) {
    const found = differences(before?.[i], after?.[i]);
    count += found.length;
    for (const line of found.slice(0, 10)) console.log(`${basename(vault)} ${argv.join(' ')} ${line}`);
    if (found.length > 10) console.log(`${basename(vault)} ${argv.join(' ')} and ${found.length - 10} more`);
  }
}
console.log(
  `left out: ${Object.entries(LEFT_OUT)
    .map(([name, reason]) => `${name} (${reason})`)
    .join(', ')}`,
);
console.log(`${vaults.length} vaults, ${COMMANDS.length} commands, ${count} differences`);
process.exitCode = count === 0 ? 0 : 1;
