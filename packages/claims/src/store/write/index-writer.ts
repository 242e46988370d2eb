import type { Blake3 } from '@memora/core';
import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { toLedgerDecisions } from '../../ledger/ledger-decisions.ts';
import type { ClaimIndex } from '../../model/claim-index.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { changeIndex } from '../changes/change-index.ts';
import { hasPairs, readChangeUnits } from '../changes/change-memory.ts';
import { eraseClaims, findErased, rewriteDatabase } from '../erase/erase-claims.ts';
import { findDuplicates, markUnsought, scrubDuplicates } from '../erase/scrub-duplicates.ts';
import { sweepTerms } from '../erase/sweep-terms.ts';
import { createKnownNames } from '../extraction/create-known-names.ts';
import type { BatchOutcome, IndexBatch, IndexRun, IndexRunOptions } from '../index-run.ts';
import type { NoteOutcome, NoteWork } from '../note-work.ts';
import { toStoreError } from '../open/to-store-error.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { readKnown } from '../read/as-of/read-known.ts';
import { findForeignSecrets } from '../read/find-foreign-secrets.ts';
import { findRemembered, rememberClaims } from '../relating/apply-forgetting.ts';
import { isRelatingDue } from '../relating/is-relating-due.ts';
import { countStale, type RelateOptions, relateClaims } from '../relating/relate-claims.ts';
import { forgetMeta, readMeta, writeMeta } from '../schema/meta.ts';
import { addHiddenNote, isNothingDue, noteHiddenDue, readHiddenDue } from '../secrets/hidden-due.ts';
import { createLedgerGuide } from '../secrets/ledger-guide.ts';
import { alignWordings } from './carry/align-wordings.ts';
import { carryClaims } from './carry/carry-claims.ts';
import { linkDuplicates, saidOfUnrelated } from './carry/link-duplicates.ts';
import { chainChangelog } from './chain-changelog.ts';
import { createIndexChanges, type IndexTimes } from './index-changes.ts';
import { createTermTable, type TermTable } from './intern-terms.ts';
import { type NoteStatements, prepareNoteStatements } from './note-statements.ts';
import { type NoteWriterContext, removeNote, writeNote } from './note-writer.ts';
import { noteIdsAreDue, settleNoteIds } from './settle-note-ids.ts';

const NO_UNITS: ReadonlyMap<string, boolean> = new Map();
const NOTHING_CARRIED = { carried: 0, carriedRetired: 0, contradictions: 0, stale: 0 };

/** The objects that a store shares with its runs. */
export interface StoreInternals {
  readonly db: Sqlite.Database;
  readonly path: string;
  readonly statements: NoteStatements;
  readonly terms: TermTable;
  readonly indexes: readonly ClaimIndex[];
  readonly codec: SecretCodec | undefined;
  readonly hash: Blake3;
}

/** Creates the statements and terms of a connection that writes. */
export function openInternals(base: Omit<StoreInternals, 'statements' | 'terms'>): StoreInternals {
  return { ...base, statements: prepareNoteStatements(base.db), terms: createTermTable(base.db) };
}

/** Creates a run: batches of notes, one immediate transaction each, one savepoint for each note, then the passes after them. */
export function createIndexRun(store: StoreInternals, options: IndexRunOptions): IndexRun {
  const { db, statements, terms } = store;
  const known = readKnown(db, options.paths);
  for (const path of findForeignSecrets(db, store.codec)) {
    const note = known.get(path);
    if (note !== undefined) known.set(path, { ...note, pending: true });
  }
  const isFirst = known.size === 0 && prepareQuery(db, 'anyNote').get() === undefined;
  const detecting = (options.detecting === true ? 1 : 0) + BAND_RULE[options.defaultBand ?? 'private'];
  const reindex =
    store.indexes.some((index) => !isComplete(db, index)) || (!isFirst && readDetecting(db) !== detecting);
  let changes = 0;
  let added: number[] = [];
  const touchedSaid = new Set<number>();
  let hasRetired = false;
  let nextKey = 0;
  const indexTimes: IndexTimes = new Map();
  const hasChanges = store.indexes.includes(changeIndex) && hasPairs(db);
  let secret = false;
  let sweepIsDue = false;
  // What an earlier run hid in the database before it was interrupted.
  const hidden = readHiddenDue(db, store.codec);
  const hasMarks = options.decisions?.entries.some(({ marks }) => marks !== undefined) === true;
  const ledger =
    options.decisions === undefined ? null : createLedgerGuide(db, store.codec, options.decisions);
  const context: Omit<NoteWriterContext, 'indexChanges'> = {
    ...store,
    ledger,
    datesEdits: !isFirst && !isFirstRunOpen(db),
    now: options.now,
    reindex,
    nextKey: () => nextKey++,
    onSecret: ({ claimIds, words, note }, namesMayGo) => {
      secret = true;
      sweepIsDue ||= namesMayGo;
      for (const id of claimIds) hidden.claimIds.add(id);
      for (const word of words) hidden.words.add(word);
      addHiddenNote(hidden, note);
    },
    onChange: (change) => {
      changes++;
      if (!isFirst && change.kind === 'added') added.push(change.key);
      hasRetired ||= change.kind === 'retired';
      // A first run looks for duplicates among all claims at once.
      if (!isFirst && change.said !== null) touchedSaid.add(change.said);
    },
  };

  const immediately = <Result>(work: () => Result): Result => {
    try {
      return db
        .transaction(() => {
          terms.begin();
          nextKey = readMeta<number>(db, 'next_claim_key') ?? 1;
          const first = nextKey;
          const result = work();
          if (nextKey !== first) writeMeta(db, 'next_claim_key', nextKey);
          return result;
        })
        .immediate();
    } catch (error) {
      terms.reset();
      throw toStoreError(error, store.path);
    }
  };

  const commitTogether = (batch: IndexBatch): BatchOutcome => {
    try {
      return immediately(() => {
        if (isFirst) writeMeta(db, 'first_run', 1);
        const indexChanges = createIndexChanges();
        const outcome = commitBatch({ ...context, indexChanges }, batch);
        hasRetired ||= batch.removed.length > 0;
        if (hasRetired) markUnsought(db, options.now);
        if (sweepIsDue) {
          sweepTerms(db);
          terms.reset();
          sweepIsDue = false;
        }
        indexChanges.write(db, store.indexes, indexTimes);
        noteHiddenDue(db, hidden, store.codec);
        return outcome;
      });
    } catch (error) {
      if (MemoraError.isInstance(error) || batch.works.length === 0) throw error;
      const [work] = batch.works;
      if (batch.works.length === 1 && work !== undefined) {
        const rest = commitTogether({ ...batch, works: [] });
        return { ...rest, outcomes: [immediately(() => failNote(context, work, error))] };
      }
      // An index failed on one of the notes: commit each alone, so that only that one fails.
      const rest = commitTogether({ ...batch, works: [] });
      const single = { touched: [], failures: [], removed: [] };
      return {
        ...rest,
        outcomes: batch.works.flatMap((one) => commitTogether({ ...single, works: [one] }).outcomes),
      };
    }
  };

  const tellHidden = async (): Promise<void> => {
    if (isNothingDue(hidden)) return;
    if (!isFirst) emptyLog(db);
    await options.onHidden?.(hidden);
    hidden.claimIds.clear();
    hidden.words.clear();
    hidden.notes.clear();
    noteHiddenDue(db, hidden, store.codec);
  };

  return {
    known,
    costly: () => new Map(statements.costlyNotes.all().map(({ path, ...known }) => [path, known])),
    contentHash: (path) => statements.noteByPath.get(path)?.hash.toString('hex') ?? null,
    reindex,
    readers: Object.fromEntries(
      store.indexes.flatMap(({ name, reader }) => (reader === undefined ? [] : [[name, reader]])),
    ),
    indexTimes,
    knownNames: createKnownNames(db),
    changeUnits: (path) => (hasChanges ? readChangeUnits(db, path) : NO_UNITS),
    doneSegments: (path, extractor) => {
      const row = statements.noteByPath.get(path);
      if (row === undefined) return new Set();
      const term = prepareValue(db, 'findTerm').get(extractor);
      const done = term === undefined ? [] : statements.doneSegments.all(row.key, term);
      return new Set(done.map((fingerprint) => fingerprint.toString('hex')));
    },
    commit: async (batch) => {
      const outcome = commitTogether(batch);
      if (secret && !isFirst) emptyLog(db);
      await tellHidden();
      return outcome;
    },
    finish: async (complete) => {
      await tellHidden();
      const renamed = noteIdsAreDue(db) ? immediately(() => settleNoteIds(db)) : [];
      if (renamed.length > 0) return { again: renamed, ...NOTHING_CARRIED };
      const settled = ledger === null || !hasMarks ? null : immediately(() => ledger.settle());
      if (settled !== null && settled.again.length > 0) return { again: settled.again, ...NOTHING_CARRIED };
      const wanted: RelateOptions = {
        now: options.now,
        decisions: settled?.decisions ?? options.decisions ?? toLedgerDecisions([]),
        ...(options.predicates && { predicates: options.predicates }),
        ...(options.entities && { entities: options.entities }),
        ...(options.judge !== undefined && { judge: options.judge }),
        contradict: options.contradict ?? true,
        codec: store.codec,
      };
      const remembered = findRemembered(db, wanted.decisions.forgotten);
      if (remembered.length > 0) {
        immediately(() => rememberClaims(db, remembered, options.now));
        return { again: [...new Set(remembered.map(({ path }) => path))], ...NOTHING_CARRIED };
      }
      const erased = findErased(db, wanted.decisions.erased);
      // A run without work writes nothing.
      if (changes === 0 && erased.length === 0 && !(complete && reindex) && !isRelatingDue(db, wanted)) {
        rewriteDatabase(db, store.indexes);
        return { again: [], carried: 0, carriedRetired: 0, contradictions: 0, stale: countStale(db) };
      }
      const outcome = immediately(() => {
        const { carried, retired, paths } = carryClaims(db, store.indexes, added, options.now);
        added = [];
        const aligned = alignWordings(db);
        linkDuplicates(db, isFirst ? null : new Set([...touchedSaid, ...aligned, ...saidOfUnrelated(db)]));
        const { forgotten, ...related } = relateClaims(db, wanted);
        const out = forgotten.map(({ key }) => key);
        if (out.length > 0) for (const index of store.indexes) index.remove(db, out);
        if (erased.length > 0) {
          eraseClaims(db, erased, store.indexes, options.now);
          terms.reset();
        }
        chainChangelog(db, store.hash);
        if (complete) forgetMeta(db, 'first_run');
        if (complete) for (const index of store.indexes) markComplete(db, index);
        if (complete) writeMeta(db, 'detecting', detecting);
        // Write their notes again: neighbours in the same passages lost words.
        const again = [...new Set([...paths, ...forgotten.map(({ path }) => path)])];
        return { again, carried, carriedRetired: retired, ...related };
      });
      if (secret) emptyLog(db);
      secret = false;
      rewriteDatabase(db, store.indexes);
      return outcome;
    },
    forgetTwins: async (readNote) => {
      const own = hasRetired ? options.now : null;
      const duplicates = await findDuplicates(db, { own, hash: store.hash, readNote });
      if (duplicates === null) return;
      immediately(() => {
        scrubDuplicates(db, duplicates);
        for (const { id } of duplicates.claims) hidden.claimIds.add(id);
        noteHiddenDue(db, hidden, store.codec);
      });
      if (duplicates.claims.length + duplicates.notes.length === 0) return;
      terms.reset();
      await tellHidden();
    },
  };
}

/** Empties the write-ahead log, whose older pages may contain text that has become secret since. */
function emptyLog(db: Sqlite.Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function commitBatch(context: NoteWriterContext, batch: IndexBatch): BatchOutcome {
  const { statements, now } = context;
  let retired = 0;
  for (const path of batch.removed) retired += removeNote(context, path);
  for (const { path, size, mtimeMs } of batch.touched) {
    const row = statements.noteByPath.get(path);
    if (row !== undefined) statements.touchNote.run(size, mtimeMs, now, row.key);
    statements.clearFailure.run(path);
  }
  for (const { path, code, reason, print } of batch.failures)
    statements.fail.run(path, code, reason, now, print ?? null);
  return { outcomes: batch.works.map((work) => writeInSavepoint(context, work)), retired };
}

type WorkOutcome = BatchOutcome['outcomes'][number];

function writeInSavepoint(context: NoteWriterContext, work: NoteWork): WorkOutcome {
  const mark = context.indexChanges.mark();
  try {
    return context.db.transaction((): NoteOutcome => writeNote(context, work))();
  } catch (error) {
    const mapped = toStoreError(error, context.db.name);
    // A full disk or a damaged file stops the whole run; any other error affects this note only.
    if (MemoraError.isInstance(mapped)) throw mapped;
    context.terms.reset();
    context.indexChanges.cut(mark);
    return failNote(context, work, error);
  }
}

function failNote(
  { statements, now }: Pick<NoteWriterContext, 'statements' | 'now'>,
  work: NoteWork,
  error: unknown,
): WorkOutcome {
  const failure = { code: 'WRITE_FAILED', reason: error instanceof Error ? error.name : 'unknown error' };
  statements.fail.run(work.note.path, failure.code, failure.reason, now, null);
  return { failure };
}

/** True if the first run over the vault was interrupted, or covered only some notes. */
function isFirstRunOpen(db: Sqlite.Database): boolean {
  return readMeta(db, 'first_run') !== undefined;
}

/** The default band of notes, stored together with the detector flag: the initial state of every database is 0. */
const BAND_RULE = { private: 0, public: 2, secret: 4 } as const;

/** Returns the band rules of the last complete run. */
function readDetecting(db: Sqlite.Database): number {
  return readMeta<number>(db, 'detecting') ?? 0;
}

function isComplete(db: Sqlite.Database, index: ClaimIndex): boolean {
  return prepareValue(db, 'isComplete').get(index.name, index.version) === 1;
}

function markComplete(db: Sqlite.Database, index: ClaimIndex): void {
  prepareQuery(db, 'completeIndex').run(index.name, index.version);
}
