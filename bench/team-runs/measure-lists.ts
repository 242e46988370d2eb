import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../report.ts';
import { type Acting, measureActs } from './measure-acts.ts';
import { printStatement, type Statement } from './print-statement.ts';

/** Claims of the scope: `MEMORA_BENCH_LARGE=1000000`. */
const LARGE = Number(process.env['MEMORA_BENCH_LARGE'] ?? '1000000');
/** People of the team, each with a scope. */
const PEOPLE = 5000;
/** Indexes without which the lists are read again. */
const WITHOUT = process.env['MEMORA_BENCH_WITHOUT']?.split(',') ?? [];
const QUESTIONS = [
  'Who chairs the technical steering committee?',
  'How is a recurring task finished?',
  'Which plugin shows a graph of notes?',
];

/** A team whose lists are read, each statement with its plan. */
export interface Listing extends Acting {
  /** Pushes the notes of a folder, and publishes them. Returns the claims. */
  readonly fill: (root: string) => Promise<number>;
  readonly grow: (kind: string, times: number) => Promise<void>;
  readonly people: (count: number) => Promise<void>;
  readonly lists: () => Promise<readonly (readonly [string, readonly Statement[]])[]>;
  readonly drop: (indexes: readonly string[]) => Promise<void>;
  readonly timed: (principal: string, question: string) => Promise<readonly Statement[]>;
  readonly sizes: () => Promise<
    readonly { readonly table: string; readonly rows: number; readonly bytes: number }[]
  >;
  readonly written: () => Promise<number>;
}

/** The rows that a team's lists and questions read in a scope with many copies of the shared vaults, and the size of its tables. */
export async function measureLists(report: Report, data: string, team: Listing): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memora-lists-'));
  try {
    const vaults = join(data, 'vaults');
    const root = join(folder, 'vaults');
    for (const name of process.env['MEMORA_BENCH_VAULTS']?.split(',') ?? readdirSync(vaults))
      cpSync(join(vaults, name), join(root, name), { recursive: true });
    const before = await team.written();
    const claims = await team.fill(root);
    const published = await team.written();
    const times = Math.max(1, Math.ceil(LARGE / claims));
    if (times > 1) {
      const begun = performance.now();
      await team.grow('workspace', times);
      const seconds = (performance.now() - begun) / 1000;
      const copied = (times - 1) * claims;
      report.note(
        `copied in ${Math.round(seconds)} s: ${Math.round(copied / seconds).toLocaleString('en')} claims a second with their rows and indexes, ${Math.round(((await team.written()) - published) / copied)} bytes a claim written ahead`,
      );
    }
    await team.people(PEOPLE);
    await printSizes(report, team, claims * times, (published - before) / claims);
    const printLists = async () => {
      for (const [list, statements] of await team.lists())
        for (const statement of statements) printStatement(report, list, statement);
    };
    await printLists();
    for (const question of QUESTIONS) {
      const statements = await team.timed('eve', question);
      report.heading(`"${question}": ${statements.length} statements`);
      for (const statement of statements.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
        printStatement(report, 'question', statement);
    }
    if (WITHOUT.length === 0) {
      // Last, because they write.
      await measureActs(report, team);
      return;
    }
    report.heading(`the lists without ${WITHOUT.join(', ')}`);
    await team.drop(WITHOUT);
    await printLists();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printSizes(report: Report, team: Listing, claims: number, written: number): Promise<void> {
  report.heading(`one scope of ${claims.toLocaleString('en')} claims, and ${PEOPLE} people`);
  const sizes = (await team.sizes()).filter(({ rows }) => rows > 0);
  report.table(
    sizes
      .slice(0, 16)
      .map(({ table, rows, bytes }) => ({ table, rows, MB: bytes / 2 ** 20, 'bytes a row': bytes / rows })),
  );
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  report.note(`all tables with their indexes: ${Math.round(bytes / claims)} bytes a claim`);
  report.note(`written ahead for the first publication: ${Math.round(written)} bytes a claim`);
}
