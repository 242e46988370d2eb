import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NoteWork, openClaimStore, type SqliteDriver } from '@memora/claims';
import { nodeDriver, plainDriver } from '@memora/claims/drivers';
import { prepareWork } from '@memora/claims/testing';
import BetterSqlite3 from 'better-sqlite3';
import { interleave, type Report, type Suite } from './report.ts';

const CLAIMS = 100_000;
const PER_NOTE = 100;
const NOTES_PER_COMMIT = 50;
const ROUNDS = 3;

export const suite: Suite = { name: 'store', run };

/** The store compared with better-sqlite3 alone, on the same rows with the same indexes. */
async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memora-bench-store-'));
  const database = join(folder, 'memora.db');
  try {
    report.heading(`${CLAIMS.toLocaleString('en')} claims in ${CLAIMS / PER_NOTE} notes`);
    const preparing = performance.now();
    const works: NoteWork[] = [];
    for (let i = 0; i < CLAIMS / PER_NOTE; i++) works.push(await prepareNote(i));
    const preparingMs = performance.now() - preparing;
    const storeMs: number[] = [];
    const rawMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      removeDatabase(database);
      removeDatabase(join(folder, 'raw.db'));
      storeMs.push(await insertByStore(database, works));
      rawMs.push(insertRaw(database, join(folder, 'raw.db')));
    }
    const [store, raw] = [median(storeMs), median(rawMs)];
    report.compare('insert', store, { name: 'raw prepared batch, same rows and indexes', value: raw }, 'ms');
    report.note(
      `The store is given what the reading thread makes of notes: claims with ids, fingerprints and comparable frames (${Math.round(preparingMs)} ms with parsing, not counted). It matches them with what it knows, interns terms, makes rows and savepoints; raw copies the finished rows of all those tables. Median of ${ROUNDS} alternating runs.`,
    );
    report.budget('insert speed of the store against raw', raw / store, { min: 0.5, unit: '×' });
    await compareReads(report, database);
    await compareDrivers(report, folder, works);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A note of list items, as the reading thread passes it to a commit. */
function prepareNote(number: number): Promise<NoteWork> {
  const lines = Array.from(
    { length: PER_NOTE },
    (_, i) => `- Room${number}x${i} has ${i + 3} chairs and a long table`,
  );
  const bytes = Buffer.from(`# Note ${number}\n\n${lines.join('\n')}\n`);
  return prepareWork(`folder/note-${number}.md`, bytes, 1_700_000_000_000);
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function insertByStore(
  path: string,
  works: readonly NoteWork[],
  driver: SqliteDriver = plainDriver,
): Promise<number> {
  await using store = await openClaimStore({ path, driver });
  const run = await store.beginRun({ now: Date.now() });
  const started = performance.now();
  for (let at = 0; at < works.length; at += NOTES_PER_COMMIT) {
    await run.commit({
      works: works.slice(at, at + NOTES_PER_COMMIT),
      touched: [],
      failures: [],
      removed: [],
    });
  }
  const ms = performance.now() - started;
  const { claims } = await store.stats();
  if (claims !== CLAIMS) throw new Error(`expected ${CLAIMS} claims, the store has ${claims}`);
  return ms;
}

const TABLES = ['note', 'term', 'topic', 'alias', 'claim', 'frame', 'unrelated'] as const;

/** The finished rows of every table, written again into tables with the same definitions and indexes, in commits of similar size. */
function insertRaw(from: string, to: string): number {
  const source = new BetterSqlite3(from, { readonly: true });
  const db = new BetterSqlite3(to);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  const size = NOTES_PER_COMMIT * PER_NOTE;
  let ms = 0;
  for (const table of TABLES) {
    const rows = source.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][];
    const definitions = source
      .prepare(
        `SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type <> 'trigger' AND sql IS NOT NULL ORDER BY rootpage`,
      )
      .pluck()
      .all(table) as string[];
    for (const sql of definitions) db.exec(sql);
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${(rows[0] ?? []).map(() => '?').join(', ')})`);
    const started = performance.now();
    for (let at = 0; at < rows.length; at += size) {
      db.transaction(() => {
        for (const row of rows.slice(at, at + size)) insert.run(...row);
      }).immediate();
    }
    ms += performance.now() - started;
  }
  source.close();
  db.close();
  return ms;
}

async function compareReads(report: Report, path: string): Promise<void> {
  await using store = await openClaimStore({ path, readonly: true });
  const ids = store.database
    .prepare('SELECT id FROM claim ORDER BY id LIMIT 100 OFFSET 40000')
    .pluck()
    .all() as string[];
  // The same join, so that the raw reads return exactly what a caller needs.
  const raw =
    store.database.prepare(`SELECT claim.*, note.path, note.note_id, note.title, note.region, note.status AS note_status,
      s.text AS s, p.text AS p, h.text AS h, e.text AS e FROM claim JOIN note ON note.key = claim.note
      LEFT JOIN term s ON s.key = claim.subject LEFT JOIN term p ON p.key = claim.predicate
      LEFT JOIN term h ON h.key = claim.heading JOIN term e ON e.key = claim.extractor
      WHERE claim.id IN (${ids.map(() => '?').join(', ')})`);
  const repeat = 20;
  const times = await interleave(
    {
      store: async () => {
        for (let i = 0; i < repeat; i++) await store.getClaims(ids);
      },
      raw: () => {
        for (let i = 0; i < repeat; i++) raw.all(...ids);
      },
    },
    { rounds: 15, warmup: 3 },
  );
  const ratio = report.compare(
    '100 claims by id, 20 times',
    times.store,
    { name: 'raw prepared join', value: times.raw },
    'ms',
  );
  report.budget('reads of 100 claims against raw', ratio, { max: 2, unit: '×' });
}

/** The same work with both drivers, each on a separate file: two copies of SQLite in one process do not respect each other's locks. */
async function compareDrivers(report: Report, folder: string, works: readonly NoteWork[]): Promise<void> {
  const drivers = { node: nodeDriver(), native: plainDriver };
  const insertMs = { node: [] as number[], native: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['node', 'native'] as const) {
      const path = join(folder, `${name}.db`);
      removeDatabase(path);
      insertMs[name].push(await insertByStore(path, works, drivers[name]));
    }
  }
  report.compare(
    'insert by node:sqlite',
    median(insertMs.node),
    { name: 'by better-sqlite3', value: median(insertMs.native) },
    'ms',
  );
  const open = (name: 'node' | 'native') =>
    openClaimStore({ path: join(folder, `${name}.db`), driver: drivers[name], readonly: true });
  await using node = await open('node');
  await using native = await open('native');
  const ids = native.database
    .prepare('SELECT id FROM claim ORDER BY id LIMIT 100 OFFSET 40000')
    .pluck()
    .all() as string[];
  const times = await interleave(
    { node: () => node.getClaims(ids), native: () => native.getClaims(ids) },
    { rounds: 100, warmup: 10 },
  );
  report.compare(
    '100 claims by id by node:sqlite',
    times.node,
    { name: 'by better-sqlite3', value: times.native },
    'ms',
  );
}
