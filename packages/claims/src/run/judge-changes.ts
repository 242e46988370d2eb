import type { ModelReply } from '../extract/llm/call-model.ts';
import { loadBlake3 } from '../prepare/load-blake3.ts';
import type { OpenOlderSearch } from '../relate/changes/change-relation.ts';
import { readDatedNotes } from '../store/changes/change-memory.ts';
import type { SqliteClaimStore } from '../store/sqlite-claim-store.ts';
import { type AskOptions, askChanges, NOTE_CHANGED, type NoteJudgement } from './changes/ask-changes.ts';
import { type ChangeNotesOptions, openChangeNotes } from './changes/open-change-notes.ts';
import { mapConcurrently } from './map-concurrently.ts';

export interface JudgeChangesOptions extends AskOptions, ChangeNotesOptions {
  /** The name that judgements carry; the model's own id by default. */
  readonly modelName?: string;
  /** Finds older passages. */
  readonly openSearch: OpenOlderSearch;
  /** Asks only about these notes: what `watch` gives. */
  readonly paths?: readonly string[] | undefined;
  /** Requests under way at once; 4 by default. */
  readonly parallelism?: number;
}

/** A note that could not be judged; it is asked about again next time. */
export interface ChangeFailure {
  readonly note: string;
  readonly code: string;
}

/** What a run of the judge did. */
export interface JudgeReport {
  /** Pass it to `indexVault` as `judge`: the judgements count from then on. */
  readonly judge: string;
  /** Notes that were asked about as a whole. */
  readonly judged: number;
  /** Pairs of statements that the model named and that are proven, by relation. */
  readonly found: Readonly<Record<string, number>>;
  /** Pairs that were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Notes that are left for the next run, because the model stopped answering. */
  readonly left: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly failures: readonly ChangeFailure[];
  /** Paths of notes with statements that become claims when they are indexed again. */
  readonly again: readonly string[];
}

/** The label under which a model's judgements are kept: another model, or other instructions, ask anew. */
export function judgeLabel(modelName: string): string {
  return `change-judge@2 (${modelName})`;
}

/** Failures that the next note would meet, too: a key, an address or a limit. */
const FINAL = new Set(['MODEL_REFUSED', 'MODEL_RATE_LIMITED']);
/** A model that fails so often in a row will not be better for the next note. */
const MOST_IN_A_ROW = 3;

/**
 * Asks a model, once for each new or changed note, what in it repeats, replaces or contradicts older passages, and keeps what is proven.
 * Goes in the order of dates. Changes no claim itself: index the notes of `again`, and relate with the judge's label. Shows no secret text
 * to any model. Rejects only if it is aborted, or if the store fails.
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
