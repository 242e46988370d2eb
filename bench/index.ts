import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexVault, openClaimStore } from '@memora/claims';
import { createLexicalIndex } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import type { Report, Suite } from './report.ts';

const NOTES = 10_000;
/** One pass says little on a shared machine. */
const ROUNDS = 3;

export const suite: Suite = { name: 'index', run };

async function run(report: Report): Promise<void> {
  compareWithMdast(report);
  await measureIncrements(report);
}

/** Real vaults, offline, from the scan to committed claims and a lexical index, compared with mdast parsing the same bytes. */
function compareWithMdast(report: Report): void {
  const data =
    process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  const vaults = join(data, 'vaults');
  report.heading(
    `Offline indexing of real vaults, second of two passes in a fresh process, median of ${ROUNDS} in turn`,
  );
  if (!existsSync(vaults)) {
    report.note('Left out: the test data are not here.');
    return;
  }
  const passes: { readonly ours: ChildTimes; readonly bare: ChildTimes; readonly mdast: ChildTimes }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    passes.push({
      mdast: inChild('vault-runs/parse-folder.ts', ['mdast', vaults]),
      ours: inChild('claims-runs/index-folder.ts', [vaults]),
      bare: inChild('claims-runs/index-folder.ts', [vaults, 'no-lexical']),
    });
  }
  const mdast = median(passes.map((pass) => pass.mdast.ms));
  const ours = median(passes.map((pass) => pass.ours.ms));
  const apart = median(passes.map((pass) => pass.ours.ms - (pass.ours.relatingMs ?? 0)));
  report.table([
    { pass: 'index with lexical index', ms: Math.round(ours) },
    { pass: 'of it: relating', ms: Math.round(median(passes.map((pass) => pass.ours.relatingMs ?? 0))) },
    {
      pass: '  of that: frames, read as the claims are written',
      ms: Math.round(median(passes.map((pass) => pass.ours.framesMs ?? 0))),
    },
    { pass: 'index without lexical index', ms: Math.round(median(passes.map((pass) => pass.bare.ms))) },
    { pass: 'mdast, gfm and frontmatter', ms: Math.round(mdast) },
  ]);
  report.budget('index against mdast, relating apart', apart / mdast, {
    max: 1,
    unit: '×',
    baseline: `${Math.round(mdast)} ms of mdast`,
  });
  report.budget('index with relating against mdast', ours / mdast, { max: 2, unit: '×' });
}

interface ChildTimes {
  readonly ms: number;
  readonly relatingMs?: number;
  readonly framesMs?: number;
}

function inChild(script: string, args: readonly string[]): ChildTimes {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const output = execFileSync(process.execPath, ['--conditions=memora-source', file, ...args], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as ChildTimes;
}

/** One edited note, and none, in a vault of ten thousand. */
async function measureIncrements(report: Report): Promise<void> {
  report.heading(`A vault of ${NOTES.toLocaleString('en')} notes`);
  const folder = mkdtempSync(join(tmpdir(), 'memora-bench-index-'));
  try {
    for (let i = 0; i < NOTES; i++) writeNote(folder, i, i + 3);
    const vault = await openVault(folder);
    await using store = await openClaimStore({
      path: join(folder, '.memora', 'memora.db'),
      indexes: [createLexicalIndex()],
    });
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await work();
      return performance.now() - started;
    };
    const full = await timed(() => indexVault({ vault, store }));
    const none: number[] = [];
    const walks: number[] = [];
    const edited: number[] = [];
    const watched: number[] = [];
    for (let round = 0; round < 7; round++) {
      walks.push(await timed(async () => walk(folder)));
      none.push(await timed(() => indexVault({ vault, store })));
      writeNote(folder, 500, 100 + round);
      edited.push(await timed(() => indexVault({ vault, store })));
      writeNote(folder, 600, 100 + round);
      watched.push(await timed(() => indexVault({ vault, store, paths: [notePath(600)] })));
    }
    const ms = {
      full,
      none: median(none),
      walk: median(walks),
      edited: median(edited),
      watched: median(watched),
    };
    report.table(Object.entries(ms).map(([pass, value]) => ({ pass, ms: value.toFixed(1) })));
    report.budget('unchanged vault against a recursive stat', ms.none / ms.walk, { max: 3, unit: '×' });
    report.budget('one edited note by index, of a full index', ms.edited / ms.full, { max: 1 / 50 });
    report.budget('one edited note by watch, of a full index', ms.watched / ms.full, { max: 1 / 500 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function notePath(number: number): string {
  return `f${number % 40}/note-${number}.md`;
}

let clock = Date.parse('2026-01-01T00:00:00Z') / 1000;

function writeNote(folder: string, number: number, chairs: number): void {
  const path = join(folder, notePath(number));
  mkdirSync(join(path, '..'), { recursive: true });
  const text = `# Room ${number}\n\nRoom${number} has ${chairs} chairs. It is in building ${number % 17}.\n\n- Hall${number} is in Lyon\n- Owner:: Ines ${number % 90}\n`;
  writeFileSync(path, text);
  clock += 7;
  utimesSync(path, clock, clock);
}

function walk(folder: string): number {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) count += walk(path);
    else if (lstatSync(path).size > 0) count++;
  }
  return count;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
