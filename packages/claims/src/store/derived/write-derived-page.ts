import { type Blake3, type ClaimId, createClaimId } from '@memora/core';
import { bandCodes, edgeCodes, kindCodes, precisionCodes, statusCodes } from '../../model/codes.ts';
import {
  DERIVED_NOTE,
  type DerivedPage,
  type DerivedStatement,
  PAGE_READER,
} from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';
import { writePageStaleness } from './page-staleness.ts';

/** What is written, beside the page. */
interface WritePageOptions {
  /** Milliseconds. */
  readonly now: number;
  readonly hash: Blake3;
}

interface Source {
  readonly key: number;
  readonly band: number;
  readonly status: number;
  readonly confidence: number;
  readonly gone: number | null;
  readonly page: number;
}

interface WantedSentence {
  readonly statement: DerivedStatement;
  readonly sources: readonly Source[];
  /** What a sentence of the past cites beside them, and does not rest on. */
  readonly fallen: readonly Source[];
}

const DERIVES = edgeCodes.toCode('derives');
const SECRET = bandCodes.toCode('secret');
const FALLEN = new Set(
  ['superseded', 'stale', 'retracted'].map((name) => statusCodes.toCode(name as 'stale')),
);
const DERIVED_TRUST = 0.7;

/**
 * Brings the derived claims of a page in line with its sentences: a claim for each, with a `derives` edge to every claim it
 * cites. They are no facts of their own: no index sees them, nothing contradicts them, and none may be the source of another.
 * A sentence that cites a secret claim, a claim of a page, or nothing known, makes no claim. Run it in a transaction.
 */
export function writeDerivedPage(
  db: Sqlite.Database,
  page: DerivedPage,
  { now, hash }: WritePageOptions,
): number {
  const note = writePageRow(db, page, now);
  const wanted = identify(db, page, hash);
  const live = db
    .prepare<[number], { id: ClaimId; key: number }>('SELECT id, key FROM claim WHERE note = ?')
    .all(note);
  const keyById = new Map(live.map(({ id, key }) => [id, key]));
  removeClaims(
    db,
    live.filter(({ id }) => !wanted.has(id)).map(({ key }) => key),
  );
  const move = db.prepare('UPDATE claim SET span_start = ?, span_end = ? WHERE key = ?');
  const add = prepareInsert(db);
  const unlink = db.prepare(`DELETE FROM edge WHERE source = ? AND type = ${DERIVES}`);
  const link = db.prepare(
    `INSERT OR IGNORE INTO edge (source, type, target, recorded_from, recorded_until) VALUES (?, ${DERIVES}, ?, ?, ?)`,
  );
  let nextKey = readMeta<number>(db, 'next_claim_key') ?? 1;
  for (const [id, { statement, sources, fallen }] of wanted) {
    const { start, end } = statement.span;
    let key = keyById.get(id);
    if (key === undefined) {
      key = nextKey++;
      const fingerprint = Buffer.from(hash(page.bytes.subarray(start, end)));
      add({ key, id, note, start, end, fingerprint, sources, now });
    } else {
      move.run(start, end, key);
      unlink.run(key);
    }
    for (const source of sources) link.run(key, source.key, now, null);
    // The edge ends when it begins: it is no evidence for the sentence, but the sentence falls with what it quotes.
    for (const source of fallen) link.run(key, source.key, now, now);
  }
  writeMeta(db, 'next_claim_key', nextKey);
  writePageStaleness(db, new Map(), note);
  return wanted.size;
}

/** Takes a page and its claims out of the store. */
export function removeDerivedPage(db: Sqlite.Database, path: string): void {
  const note = db
    .prepare<[string], number>(`SELECT key FROM note WHERE path = ? AND type = '${DERIVED_NOTE}'`)
    .pluck()
    .get(path);
  if (note === undefined) return;
  removeClaims(db, db.prepare<[number], number>('SELECT key FROM claim WHERE note = ?').pluck().all(note));
  db.prepare('DELETE FROM note WHERE key = ?').run(note);
}

function writePageRow(db: Sqlite.Database, page: DerivedPage, now: number): number {
  const extractor = db
    .prepare<[string], number>(
      'INSERT INTO term (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = text RETURNING key',
    )
    .pluck()
    .get(PAGE_READER);
  return db
    .prepare<unknown[], number>(
      `INSERT INTO note (path, note_id, title, region, band, type, status, size, mtime, hash, first_seen, indexed_at, extractor,
         segments, gated)
       VALUES (@path, @id, @title, @region, @band, '${DERIVED_NOTE}', 'active', @size, @mtime, @hash, @now, @now, @extractor, 0, '{}')
       ON CONFLICT (path) WHERE gone_at IS NULL DO UPDATE SET title = excluded.title, region = excluded.region, size = excluded.size,
         mtime = excluded.mtime, hash = excluded.hash, indexed_at = excluded.indexed_at
       RETURNING key`,
    )
    .pluck()
    .get({
      path: page.path,
      // No frontmatter and no file name gives a note such an id.
      id: noteIdOf(page.path),
      title: page.title,
      region: page.region,
      band: bandCodes.toCode('private'),
      size: page.bytes.length,
      mtime: page.mtimeMs,
      // A page is known again by its size and time. A hash of it would tell, of a line that goes because it became secret, which it was.
      hash: Buffer.alloc(0),
      now,
      extractor,
    }) as number;
}

function noteIdOf(path: string): string {
  return `page:${path}`;
}

/** The sentences that become claims, by id. */
function identify(db: Sqlite.Database, page: DerivedPage, hash: WritePageOptions['hash']) {
  const find = db.prepare<[string], Source>(
    `SELECT claim.key, claim.band, claim.status, claim.confidence, claim.recorded_until AS gone,
     note.type IS '${DERIVED_NOTE}' AS page FROM claim JOIN note ON note.key = claim.note WHERE claim.id = ?`,
  );
  const wanted = new Map<ClaimId, WantedSentence>();
  for (const statement of page.statements) {
    const cited = statement.sources.map((id) => find.get(id));
    if (cited.some((source) => source !== undefined && (source.band === SECRET || source.page === 1)))
      continue;
    const known = cited.filter((source) => source !== undefined);
    const sources = statement.isHistory
      ? known.filter(({ status, gone }) => gone === null && !FALLEN.has(status))
      : known;
    if (sources.length === 0) continue;
    const fallen = known.filter((source) => !sources.includes(source));
    const spanBytes = page.bytes.subarray(statement.span.start, statement.span.end);
    const identity = {
      noteId: noteIdOf(page.path),
      subject: '',
      predicate: 'summarises',
      object: null,
      spanBytes,
    };
    for (let occurrence = 0; ; occurrence++) {
      const id = createClaimId({ ...identity, occurrence }, undefined, hash);
      if (wanted.has(id)) continue;
      wanted.set(id, { statement, sources, fallen });
      break;
    }
  }
  return wanted;
}

interface NewClaim {
  readonly key: number;
  readonly id: ClaimId;
  readonly note: number;
  readonly start: number;
  readonly end: number;
  readonly fingerprint: Buffer;
  readonly sources: readonly Source[];
  readonly now: number;
}

function prepareInsert(db: Sqlite.Database): (claim: NewClaim) => void {
  const term = db
    .prepare<[string], number>(
      'INSERT INTO term (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = text RETURNING key',
    )
    .pluck();
  const [subject, predicate, extractor] = ['', 'summarises', PAGE_READER].map((text) => term.get(text));
  const insert = db.prepare<unknown[]>(
    `INSERT INTO claim (key, id, note, subject, predicate, inherited, extractor, kind, assertion, status, band, span_start,
       span_end, fingerprint, precision, recorded_from, confidence, trust, context)
     VALUES (@key, @id, @note, @subject, @predicate, 1, @extractor, @kind, 0, 0, @band, @start, @end, @fingerprint, @precision,
       @now, @confidence, ${DERIVED_TRUST}, 0)`,
  );
  return ({ sources, ...claim }) =>
    insert.run({
      ...claim,
      subject,
      predicate,
      extractor,
      kind: kindCodes.toCode('fact'),
      precision: precisionCodes.toCode('unknown'),
      band: Math.max(...sources.map(({ band }) => band)),
      confidence: Math.min(...sources.map(({ confidence }) => confidence)),
    });
}

function removeClaims(db: Sqlite.Database, keys: readonly number[]): void {
  const unlink = db.prepare('DELETE FROM edge WHERE source = ? OR target = ?');
  const remove = db.prepare('DELETE FROM claim WHERE key = ?');
  for (const key of keys) {
    unlink.run(key, key);
    remove.run(key);
  }
}
