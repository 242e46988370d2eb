import { type Blake3, type ClaimId, createClaimId } from '@memora/core';
import { bandCodes, kindCodes, precisionCodes, statusCodes } from '../../model/codes.ts';
import { type DerivedPage, type DerivedStatement, PAGE_READER } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';
import { writePageStaleness } from './page-staleness.ts';

/** The input besides the page. */
interface WritePageOptions {
  /** Milliseconds. */
  readonly now: number;
  readonly hash: Blake3;
}

type Source = Row<'sourceOfPage'>;

interface WantedSentence {
  readonly statement: DerivedStatement;
  readonly sources: readonly Source[];
  /** Sources that a sentence about the past also cites but does not depend on. */
  readonly fallen: readonly Source[];
}

const SECRET = bandCodes.toCode('secret');
const FALLEN = new Set(
  ['superseded', 'stale', 'retracted'].map((name) => statusCodes.toCode(name as 'stale')),
);
/**
 * Updates the derived claims of a page from its sentences: a claim for each, with a `derives` edge to every claim it
 * cites. They are not facts: no index includes them, nothing contradicts them, and none may be the source of another.
 * A sentence that cites a secret claim, a claim of a page, or nothing known makes no claim. Run it in a transaction.
 */
export function writeDerivedPage(
  db: Sqlite.Database,
  page: DerivedPage,
  { now, hash }: WritePageOptions,
): number {
  const note = writePageRow(db, page, now);
  const wanted = identify(db, page, hash);
  const live = prepareQuery(db, 'claimsOfNote').all(note);
  const keyById = new Map(live.map(({ id, key }) => [id as ClaimId, key]));
  removeClaims(
    db,
    live.filter(({ id }) => !wanted.has(id as ClaimId)).map(({ key }) => key),
  );
  const move = prepareQuery(db, 'moveSpan');
  const add = prepareInsert(db);
  const unlink = prepareQuery(db, 'unlinkSources');
  const link = prepareQuery(db, 'linkSource');
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
    // The edge ends when it begins. It is not evidence for the sentence, but the sentence is erased with the claim that it quotes.
    for (const source of fallen) link.run(key, source.key, now, now);
  }
  writeMeta(db, 'next_claim_key', nextKey);
  writePageStaleness(db, new Map(), note);
  return wanted.size;
}

/** Removes a page and its claims from the store. */
export function removeDerivedPage(db: Sqlite.Database, path: string): void {
  const note = prepareValue(db, 'keyOfPage').get(path);
  if (note === undefined) return;
  removeClaims(
    db,
    prepareQuery(db, 'claimsOfNote')
      .all(note)
      .map(({ key }) => key),
  );
  prepareQuery(db, 'deleteNote').run(note);
}

function writePageRow(db: Sqlite.Database, page: DerivedPage, now: number): number {
  const extractor = prepareValue(db, 'internTerm').get(PAGE_READER) as number;
  return prepareValue(db, 'putPage').get({
    path: page.path,
    // No frontmatter or file name can give a note such an id.
    id: noteIdOf(page.path),
    title: page.title,
    region: page.region,
    band: bandCodes.toCode('private'),
    size: page.bytes.length,
    mtime: page.mtimeMs,
    // A page is recognised by its size and time. A hash would reveal, when a line is removed because it became secret, which line it was.
    hash: Buffer.alloc(0),
    now,
    extractor,
  }) as number;
}

function noteIdOf(path: string): string {
  return `page:${path}`;
}

/** Returns the sentences that become claims, by id. */
function identify(db: Sqlite.Database, page: DerivedPage, hash: WritePageOptions['hash']) {
  const find = prepareQuery(db, 'sourceOfPage');
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
  const term = prepareValue(db, 'internTerm');
  const [subject = 0, predicate = 0, extractor = 0] = ['', 'summarises', PAGE_READER].map((text) =>
    term.get(text),
  );
  const insert = prepareQuery(db, 'addSentence');
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
  const unlink = prepareQuery(db, 'unlinkClaim');
  const remove = prepareQuery(db, 'removeClaim');
  for (const key of keys) {
    unlink.run(key, key);
    remove.run(key);
  }
}
