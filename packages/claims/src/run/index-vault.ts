import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Band } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import { readEntities } from '../entities/open-entities.ts';
import { createOfflineExtractor, isOfflineExtractor } from '../extract/offline/offline-extractor.ts';
import { toLedgerDecisions } from '../ledger/ledger-decisions.ts';
import { readLedger } from '../ledger/open-ledger.ts';
import { type Extractor, extractorLabel } from '../model/extractor.ts';
import type { IndexProgress, IndexReport } from '../model/index-report.ts';
import { loadBlake3 } from '../prepare/load-blake3.ts';
import { type PredicateSettings, toPredicates } from '../relate/predicate-values.ts';
import type { ClaimStore } from '../store/claim-store.ts';
import type { IndexReaders, IndexRun, KnownNote, OnHidden } from '../store/index-run.ts';
import { type Committer, createCommitter } from './create-committer.ts';
import { createDryCommitter } from './create-dry-committer.ts';
import { findMoves } from './find-moves.ts';
import { keepCostly } from './keep-costly.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { type PrepareNoteContext, prepareNote } from './prepare-note.ts';
import { createReportTally, type Related, type ReportTally } from './report-tally.ts';
import { type FoundNote, hiddenBy, statPaths, surveyVault, type VaultSurvey } from './survey-vault.ts';
import { createBoundedReader } from './threads/bounded-reader.ts';
import type { NoteBudget } from './threads/note-budget.ts';
import { type NoteReader, startNoteReader } from './threads/note-reader.ts';
import type { DetectBand } from './with-detected-bands.ts';

export interface IndexVaultOptions extends PredicateSettings {
  readonly vault: Vault;
  readonly store: ClaimStore & { readonly codec?: SecretCodec | undefined };
  /** The offline extractor by default. */
  readonly extractor?: Extractor;
  /** The band of notes without one in their frontmatter; `private` by default. */
  readonly defaultBand?: Band;
  /** Tightens bands by the content of texts: an enforced detector. Turning it on or off makes the run read every note again. */
  readonly detect?: DetectBand;
  /** Looks only at these vault-relative paths, as passed by `watch` and `capture`. */
  readonly paths?: readonly string[];
  /** False skips the search for contradictions: existing ones stay, and the next full run catches up. */
  readonly contradict?: boolean;
  /** The label of a judge with stored verdicts (see `judgeConflicts`): these override the rules. */
  readonly judge?: string;
  /** Reads and extracts every note again, even if it is unchanged. */
  readonly full?: boolean;
  /** Reports what a run would do, and the estimated usage of a model; writes nothing and calls no model. */
  readonly dryRun?: boolean;
  /** The budget for one long note. A note that exceeds it fails with `NOTE_TOO_COSTLY` and is skipped until it changes. */
  readonly noteBudget?: NoteBudget;
  /** Aborting rejects with the signal's reason; earlier commits stay, and the next run does the rest. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Called with text that has become secret, so that copies elsewhere can be removed. */
  readonly onHidden?: OnHidden;
  readonly now?: () => Date;
}

/** Notes in one commit: enough to spread its cost, few enough that an interruption loses little. */
const NOTES_PER_COMMIT = 50;
/** Maximum rounds of writing notes again because of each other: first for ids, then for carried claims. */
const MOST_ROUNDS = 5;
/** Number of files read ahead of the one being parsed. */
const READ_AHEAD = 8;
/** The same with a second thread: enough for it to continue while a commit is written. */
const READ_AHEAD_OF_THREAD = 4 * NOTES_PER_COMMIT;
const MOST_BYTES_AHEAD = 32 * 1024 * 1024;
/** Fewer bytes are read before a second thread has started. */
const WORTH_A_THREAD = 512 * 1024;

/**
 * Updates a store from a vault: scan, parse, extract, write, relate. `index`, `watch` and `capture` all use it. Each
 * note is atomic; a note that fails keeps its old claims, is listed in the report and is retried in the next run.
 */
export async function indexVault(options: IndexVaultOptions): Promise<IndexReport> {
  const started = performance.now();
  const { vault, store } = options;
  const extractor = options.extractor ?? createOfflineExtractor();
  const label = extractorLabel(extractor);
  const now = options.now?.() ?? new Date();
  const ledger = await readLedger(vault.root);
  const run = await store.beginRun({
    now: now.getTime(),
    ...(options.paths && { paths: options.paths }),
    decisions: toLedgerDecisions(ledger.entries),
    predicates: toPredicates(options),
    entities: await readEntities(vault.root),
    contradict: options.contradict ?? true,
    detecting: options.detect !== undefined,
    defaultBand: options.defaultBand,
    ...(options.judge !== undefined && { judge: options.judge }),
    ...(options.onHidden !== undefined && { onHidden: options.onHidden }),
  });
  const tally = createReportTally();
  const full = options.full ?? false;
  const dryRun = options.dryRun ?? false;

  const failed = new Set((await store.failures()).map(({ notePath }) => notePath));
  const found = await surveyVault({
    vault,
    known: run.known,
    paths: options.paths,
    signal: options.signal,
    removeLeftovers: options.dryRun !== true,
    isDue: (known) =>
      full || run.reindex || known.pending || known.extractor !== label || failed.has(known.path),
    onFound: (notePath, total) =>
      options.onProgress?.({ phase: 'scan', done: 0, total, notePath, usage: null }),
  });
  const survey = full ? found : await keepCostly(found, { vault, run, codec: store.codec });
  const hash = await loadBlake3();
  const fresh = survey.suspects.filter(({ path }) => !run.known.has(path));
  const gone = survey.vanished.map((path) => run.known.get(path) as KnownNote);
  const moves = await findMoves(vault, fresh, gone, run.contentHash, { hash, codec: store.codec });
  const moved = new Set(moves.values());
  const context: PrepareNoteContext = {
    vault,
    run,
    extractor,
    codec: store.codec,
    hash,
    defaultBand: options.defaultBand,
    reader: null,
    bounded: null,
    detect: options.detect,
    full,
    again: false,
    dryRun,
    signal: options.signal,
    moves,
  };

  tally.addUnchanged(survey.unchanged);
  for (const { path, code, reason } of survey.failures) tally.addFailure(path, code, reason);
  const committer = dryRun
    ? createDryCommitter(store, run.known, store.codec, tally)
    : createCommitter(run, tally, extractor.incremental ? 1 : NOTES_PER_COMMIT);
  const vanished = survey.vanished.filter((path) => !moved.has(path));
  const cured = options.paths === undefined ? findCured(failed, survey) : await findGone(failed, vault.root);
  await committer.remove([...vanished, ...cured.filter((path) => !vanished.includes(path))]);
  await committer.fail(survey.failures);
  await processNotes(survey.suspects, context, committer, tally, options);
  const related = dryRun
    ? { contradictions: 0, stale: 0 }
    : await finishRun(run, context, tally, options.paths === undefined);
  if (!dryRun) await run.forgetTwins((path) => vault.readNote(path).catch(() => null));
  const { claims } = await store.runCounts();
  options.onProgress?.({
    phase: 'finish',
    done: survey.suspects.length,
    total: survey.suspects.length,
    notePath: null,
    usage: tally.usage(),
  });
  const report = tally.toReport(claims, related, (performance.now() - started) / 1000, !dryRun);
  return { ...report, indexMs: Object.fromEntries(run.indexTimes) };
}

/** Returns earlier failures that no longer apply, such as a folder that can be listed again or a file that is gone. */
function findCured(failed: ReadonlySet<string>, { suspects, failures }: VaultSurvey): string[] {
  const still = new Set([...suspects, ...failures].map(({ path }) => path));
  const isHidden = hiddenBy(failures);
  return [...failed].filter((path) => !still.has(path) && !isHidden(path));
}

/** Returns files that could not be indexed and no longer exist, so there is nothing to retry. */
async function findGone(failed: ReadonlySet<string>, root: string): Promise<string[]> {
  const gone: string[] = [];
  for (const path of failed) {
    const code = await lstat(join(root, path)).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === 'ENOENT' || code === 'ENOTDIR') gone.push(path);
  }
  return gone;
}

/** Runs the passes after the notes; notes whose id changed or that received carried claims are written again. */
async function finishRun(
  run: IndexRun,
  context: PrepareNoteContext,
  tally: ReportTally,
  isWhole: boolean,
): Promise<Related> {
  const once = { ...context, again: true, moves: new Map<string, string>() };
  for (let round = 1; ; round++) {
    const outcome = await run.finish(isWhole);
    tally.addCarried(outcome.carried, outcome.carriedRetired);
    // Notes left after the last round are marked as unread for the next run.
    if (outcome.again.length === 0 || round === MOST_ROUNDS) return outcome;
    const notes: FoundNote[] = [];
    for await (const entry of statPaths(context.vault, outcome.again))
      if (entry.error === undefined) notes.push(entry);
    await processNotes(notes, once, createCommitter(run, createReportTally(), 1), createReportTally(), {});
  }
}

async function processNotes(
  notes: readonly FoundNote[],
  context: PrepareNoteContext,
  committer: Committer,
  tally: ReportTally,
  options: Pick<IndexVaultOptions, 'signal' | 'onProgress' | 'noteBudget'>,
): Promise<void> {
  const { extractor } = context;
  await using reader = startReaderFor(notes, extractor, context.run.readers);
  await using bounded = createBoundedReader(context.run.readers, {
    reader,
    ...(options.noteBudget === undefined ? {} : { budget: options.noteBudget }),
  });
  const ahead = reader === null ? READ_AHEAD : READ_AHEAD_OF_THREAD;
  const limit = extractor.incremental ? (extractor.parallelism ?? READ_AHEAD) : ahead;
  const prepared = mapConcurrently(
    notes,
    limit,
    (found) => prepareNote({ ...context, reader, bounded }, found),
    {
      ordered: !extractor.incremental,
      signal: options.signal,
      weigh: ({ size }) => size,
      mostWeight: MOST_BYTES_AHEAD,
    },
  );
  let done = 0;
  try {
    for await (const note of prepared) {
      if (note.kind === 'work') {
        if (note.work.extraction.usage !== null) tally.addUsage(note.work.extraction.usage);
        await committer.write(note.work);
      } else if (note.kind === 'same') await committer.touch(note.found);
      else if (note.kind === 'failed') await committer.fail([note]);
      options.onProgress?.({
        phase: 'index',
        done: ++done,
        total: notes.length,
        notePath: pathOf(note),
        usage: tally.usage(),
      });
      // Notes that a thread has read ahead may be dropped: two hundred of them cost nothing but time.
      if (reader !== null && options.signal?.aborted === true) break;
    }
  } finally {
    await committer.flush();
  }
  // Checked only here, so that finished and running work is kept.
  options.signal?.throwIfAborted();
}

/** Starts a second thread for the offline extractor; a model-backed one waits instead of computing. */
function startReaderFor(
  notes: readonly FoundNote[],
  extractor: Extractor,
  readers: IndexReaders,
): NoteReader | null {
  if (!isOfflineExtractor(extractor)) return null;
  const bytes = notes.reduce((sum, { size }) => sum + size, 0);
  return bytes < WORTH_A_THREAD ? null : startNoteReader(readers);
}

function pathOf(note: Awaited<ReturnType<typeof prepareNote>>): string {
  if (note.kind === 'work') return note.work.note.path;
  return note.kind === 'same' ? note.found.path : note.path;
}
