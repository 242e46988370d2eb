import type { Band } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import type { ClaimStore } from './claim-store.ts';
import type { DecisionPort } from './decision-port.ts';
import { type Extractor, extractorLabel } from './extractor.ts';
import { findMoves } from './find-moves.ts';
import type { IndexProgress, IndexReport } from './index-report.ts';
import type { BatchOutcome, IndexBatch, IndexRun, KnownNote } from './index-run.ts';
import { loadBlake3 } from './load-blake3.ts';
import { mapConcurrently } from './map-concurrently.ts';
import type { NoteWork } from './note-work.ts';
import { createOfflineExtractor } from './offline/offline-extractor.ts';
import { type PrepareNoteContext, prepareNote } from './prepare-note.ts';
import { createReportTally, type ReportTally } from './report-tally.ts';
import { type FoundNote, surveyVault } from './survey-vault.ts';

export interface IndexVaultOptions {
  readonly vault: Vault;
  readonly store: ClaimStore & { readonly codec?: SecretCodec | undefined };
  /** The offline extractor unless told. */
  readonly extractor?: Extractor;
  /** The ledger's decisions, read before extraction. */
  readonly decisions?: DecisionPort;
  /** The band of notes whose frontmatter names none; `private` unless told. */
  readonly defaultBand?: Band;
  /** Looks at these vault-relative paths only: what `watch` and `capture` give. */
  readonly paths?: readonly string[];
  /** Reads and extracts every note again, changed or not. */
  readonly full?: boolean;
  /** Reports what a run would do, and with a model what it would use; writes nothing and asks no model. */
  readonly dryRun?: boolean;
  /** Aborting rejects with the signal's reason; what was committed until then stays, and the next run does the rest. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly now?: () => Date;
}

/** Notes in one commit: enough to spread its cost, few enough that an interruption loses little. */
const NOTES_PER_COMMIT = 50;
/** Files read ahead of the one that is parsed. */
const READ_AHEAD = 8;

/**
 * Brings a store in line with a vault: scan, parse, extract, write, relate. The one path of `index`, `watch` and
 * `capture`. Each note is atomic; a note that fails keeps its old claims, stands in the report and is tried again next time.
 */
export async function indexVault(options: IndexVaultOptions): Promise<IndexReport> {
  const started = performance.now();
  const { vault, store } = options;
  const extractor = options.extractor ?? createOfflineExtractor();
  const label = extractorLabel(extractor);
  const now = options.now?.() ?? new Date();
  const run = store.beginRun({
    now: now.getTime(),
    ...(options.decisions && { decisions: options.decisions }),
  });
  const tally = createReportTally();
  const full = options.full ?? false;

  const survey = await surveyVault({
    vault,
    known: run.known,
    paths: options.paths,
    signal: options.signal,
    isDue: (known) => full || run.reindex || known.pending || known.extractor !== label,
    onFound: (notePath, total) => options.onProgress?.({ phase: 'scan', done: 0, total, notePath }),
  });
  const hash = await loadBlake3();
  const fresh = survey.suspects.filter(({ path }) => !run.known.has(path));
  const gone = survey.vanished.map((path) => run.known.get(path) as KnownNote);
  const moves = await findMoves(vault, fresh, gone, hash);
  const moved = new Set(moves.values());
  const context: PrepareNoteContext = {
    vault,
    run,
    extractor,
    codec: store.codec,
    hash,
    defaultBand: options.defaultBand,
    full,
    signal: options.signal,
    moves,
  };

  tally.addUnchanged(survey.unchanged);
  for (const { path, code, reason } of survey.failures) tally.addFailure(path, code, reason);
  const committer = createCommitter(run, tally, extractor.incremental ? 1 : NOTES_PER_COMMIT);
  await committer.remove(survey.vanished.filter((path) => !moved.has(path)));
  await committer.fail(survey.failures);
  await processNotes(survey.suspects, context, committer, tally, options);
  const { again } = await run.finish(options.paths === undefined);
  if (again.length > 0) {
    const notes = survey.suspects.filter(({ path }) => again.includes(path));
    await processNotes(notes, { ...context, full: true }, committer, createReportTally(), {});
    await run.finish(options.paths === undefined);
  }
  const { claims } = await store.stats();
  options.onProgress?.({
    phase: 'finish',
    done: survey.suspects.length,
    total: survey.suspects.length,
    notePath: null,
  });
  return tally.toReport(claims, (performance.now() - started) / 1000, true);
}

async function processNotes(
  notes: readonly FoundNote[],
  context: PrepareNoteContext,
  committer: Committer,
  tally: ReportTally,
  options: Pick<IndexVaultOptions, 'signal' | 'onProgress'>,
): Promise<void> {
  const { extractor } = context;
  const limit = extractor.incremental ? (extractor.parallelism ?? READ_AHEAD) : READ_AHEAD;
  const prepared = mapConcurrently(notes, limit, (found) => prepareNote(context, found), {
    ordered: !extractor.incremental,
  });
  let done = 0;
  try {
    for await (const note of prepared) {
      if (note.kind === 'work') {
        if (note.work.extraction.usage !== null) tally.addUsage(note.work.extraction.usage);
        await committer.write(note.work);
      } else if (note.kind === 'same') await committer.touch(note.found);
      else await committer.fail([note]);
      options.onProgress?.({ phase: 'index', done: ++done, total: notes.length, notePath: pathOf(note) });
      options.signal?.throwIfAborted();
    }
  } finally {
    // Also on the way out of an abort: finished work is kept.
    await committer.flush();
  }
}

function pathOf(note: Awaited<ReturnType<typeof prepareNote>>): string {
  if (note.kind === 'work') return note.work.note.path;
  return note.kind === 'same' ? note.found.path : note.path;
}

interface Committer {
  readonly write: (work: NoteWork) => Promise<void>;
  readonly touch: (found: FoundNote) => Promise<void>;
  readonly fail: (failures: IndexBatch['failures']) => Promise<void>;
  readonly remove: (paths: readonly string[]) => Promise<void>;
  readonly flush: () => Promise<void>;
}

/** Gathers notes into commits and tells the tally what came of them. */
function createCommitter(run: IndexRun, tally: ReportTally, size: number): Committer {
  let works: NoteWork[] = [];
  let touched: FoundNote[] = [];
  let failures: { path: string; code: string; reason: string }[] = [];
  let removed: string[] = [];

  const flush = async (): Promise<void> => {
    if (works.length + touched.length + failures.length + removed.length === 0) return;
    const batch: IndexBatch = { works, touched, failures, removed };
    works = [];
    touched = [];
    failures = [];
    removed = [];
    tell(batch, await run.commit(batch));
  };
  const tell = (batch: IndexBatch, outcome: BatchOutcome): void => {
    tally.addRemoved(batch.removed.length, outcome.retired);
    tally.addUnchanged(batch.touched.length);
    for (const { path, code, reason } of batch.failures) tally.addFailure(path, code, reason);
    for (const [i, work] of batch.works.entries()) {
      const result = outcome.outcomes[i];
      if (result === undefined) continue;
      if ('failure' in result) tally.addFailure(work.note.path, result.failure.code, result.failure.reason);
      else {
        tally.addNote(work, result);
        if (work.movedFrom !== null) tally.addMoved();
      }
    }
  };
  const flushIfFull = async (): Promise<void> => {
    if (works.length >= size || touched.length >= 1000) await flush();
  };
  return {
    write: async (work) => {
      works.push(work);
      await flushIfFull();
    },
    touch: async (found) => {
      touched.push(found);
      await flushIfFull();
    },
    fail: async (more) => {
      failures.push(...more);
    },
    remove: async (paths) => {
      removed.push(...paths);
    },
    flush,
  };
}
