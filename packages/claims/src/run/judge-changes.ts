import type { ModelReply } from '../extract/llm/call-model.ts';
import { loadBlake3 } from '../prepare/load-blake3.ts';
import type { OpenOlderSearch } from '../relate/changes/change-relation.ts';
import { readDatedNotes } from '../store/changes/change-memory.ts';
import type { SqliteClaimStore } from '../store/sqlite-claim-store.ts';
import { type AskOptions, askChanges, NOTE_CHANGED, type NoteJudgement } from './changes/ask-changes.ts';
import { type ChangeNotesOptions, openChangeNotes } from './changes/open-change-notes.ts';
import { mapConcurrently } from './map-concurrently.ts';

export interface JudgeChangesOptions extends AskOptions, ChangeNotesOptions {
  /** The judge name in stored judgements; the model's own id by default. */
  readonly modelName?: string;
  /** Finds older passages. */
  readonly openSearch: OpenOlderSearch;
  /** Asks only about these notes, as passed by `watch`. */
  readonly paths?: readonly string[] | undefined;
  /** Number of concurrent requests; 4 by default. */
  readonly parallelism?: number;
}

/** A note that could not be judged; it is retried in the next run. */
export interface ChangeFailure {
  readonly note: string;
  readonly code: string;
}

/** The result of a judge run. */
export interface JudgeReport {
  /** Pass it to `indexVault` as `judge` to apply the judgements. */
  readonly judge: string;
  /** Notes that were judged completely. */
  readonly judged: number;
  /** Proven pairs of statements, by relation. */
  readonly found: Readonly<Record<string, number>>;
  /** Refused pairs, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Notes left for the next run because the model stopped answering. */
  readonly left: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly failures: readonly ChangeFailure[];
  /** Paths of notes with statements that become claims at the next indexing. */
  readonly again: readonly string[];
}

/** Returns the label of a model's stored judgements: another model or other instructions make a new label. */
export function judgeLabel(modelName: string): string {
  return `change-judge@2 (${modelName})`;
}

/** Failures that the next note would also meet: a wrong key, address or limit. */
const FINAL = new Set(['MODEL_REFUSED', 'MODEL_RATE_LIMITED']);
/** After this many failures in a row the run stops. */
const MOST_IN_A_ROW = 3;

/**
 * Asks a model, once for each new or changed note, which of its statements repeat, replace or contradict older passages, and stores the proven pairs. Notes are
 * processed by date. It changes no claims itself: index the notes of `again`, and relate with the judge's label. No secret text is sent to any model. Rejects
 * only if it is aborted or the store fails.
 */
export async function judgeChanges(
  store: SqliteClaimStore,
  options: JudgeChangesOptions,
): Promise<JudgeReport> {
  const { model, signal } = options;
  const judge = judgeLabel(options.modelName ?? (typeof model === 'string' ? model : model.modelId));
  const order = readDatedNotes(store.database, judge);
  const wanted = options.paths === undefined ? null : new Set(options.paths);
  const due = order.filter(({ isDue, path }) => isDue && (wanted === null || wanted.has(path)));
  const tally = createTally();
  if (due.length === 0) return { judge, ...tally.report(), left: 0 };
  const hash = await loadBlake3();
  const search = options.openSearch(order.map(({ key }) => key));
  const read = openChangeNotes(order, search.visibleSpans, options, { codec: store.codec, hash });
  const context = { store, judge, search, read, hash, onRequest: tally.addRequest };
  const stop = new AbortController();
  const judging = mapConcurrently(
    due,
    options.parallelism ?? 4,
    (dated) => askChanges(dated, context, options),
    {
      ordered: false,
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
    },
  );
  let failedInARow = 0;
  for await (const judgement of judging) {
    tally.add(judgement);
    const { failure } = judgement;
    if (failure === NOTE_CHANGED) continue;
    failedInARow = failure === null ? 0 : failedInARow + 1;
    if (failure !== null && (FINAL.has(failure) || failedInARow >= MOST_IN_A_ROW)) stop.abort();
  }
  signal?.throwIfAborted();
  const counts = tally.report();
  return { judge, ...counts, left: due.length - counts.judged - counts.failures.length };
}

function createTally() {
  const total = { judged: 0, requests: 0, inputTokens: 0, outputTokens: 0 };
  const found = new Map<string, number>();
  const refused = new Map<string, number>();
  const failures: ChangeFailure[] = [];
  const again = new Set<string>();
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    addRequest: (reply: ModelReply | null): void => {
      if (reply === null) total.requests++;
      total.inputTokens += reply?.inputTokens ?? 0;
      total.outputTokens += reply?.outputTokens ?? 0;
    },
    add: ({ dated, pairs, refused: reasons, failure }: NoteJudgement): void => {
      for (const { relation } of pairs) count(found, relation);
      for (const reason of reasons) count(refused, reason);
      for (const { newer, older, relation } of pairs) {
        if (relation !== 'replaces' && relation !== 'contradicts') continue;
        for (const { claimId, notePath } of [newer, older]) if (claimId === null) again.add(notePath);
      }
      if (failure === null) total.judged++;
      else if (failure !== NOTE_CHANGED) failures.push({ note: dated.path, code: failure });
    },
    report: () => ({
      ...total,
      found: Object.fromEntries(found),
      refused: Object.fromEntries(refused),
      failures,
      again: [...again].sort(),
    }),
  };
}
