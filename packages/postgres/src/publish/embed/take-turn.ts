import { MemoraError } from '@memora/core';
import { transactionAs } from '../../connect/transaction-as.ts';
import { callFunction } from '../../queries/call-function.ts';
import { type WorkOptions, workWithTexts } from '../scope-worker.ts';
import { embedPart } from './embed-part.ts';
import type { EmbeddingPace } from './embedding-pace.ts';
import type { BroughtVectors } from './settle-vectors.ts';

/** The texts of a scope that were embedded in one turn. */
export interface EmbeddingTurn {
  readonly scope: number;
  /** The embedder's name in the operator's settings. */
  readonly embedder: string;
  readonly embedded: number;
  /** An error code; the turn is repeated later. */
  readonly problem: string | null;
}

interface TurnOptions extends Omit<WorkOptions, 'bytes' | 'upkeep' | 'before'> {
  /** The embedder's name. */
  readonly embedder: string;
  /** True if texts that it refused are to be tried again. */
  readonly again: boolean;
  readonly pace: EmbeddingPace;
  readonly holder: string;
}

/** A turn, with an error that no embedder caused. */
interface TakenTurn {
  readonly turn: EmbeddingTurn;
  readonly fault?: unknown;
}

/** Milliseconds after which another scope gets a turn. */
const TURN_MS = 3_000;
const LASTING_MS = 30_000;
/** How long a round waits for another one on the same scope. */
const WAIT_MS = 5_000;
/** Notes that a round may index in addition. */
const ROUND_BYTES = 131_072;

/** Works on one scope for a while. Null if another worker has it. Throws only if the signal aborts. */
export async function takeTurn(options: TurnOptions): Promise<TakenTurn | null> {
  const { scope, embedder: name, signal, pace, lasting = LASTING_MS } = options;
  const told = { embedded: 0 };
  let fault: unknown;
  let problem: string | null = null;
  let isHere = false;
  let beating: Promise<unknown> = Promise.resolve();
  const beat = setInterval(() => {
    beating = holdTurn(options).catch(() => undefined);
  }, lasting / 3).unref();
  try {
    if ((await holdTurn(options)) === null) return null;
    problem = await embedFor(TURN_MS, options, told);
    isHere = problem !== null && problem !== 'VECTORS_NOT_READY';
    if (isHere) pace.avoid(keyOf(options));
  } catch (error) {
    signal?.throwIfAborted();
    if (isOfAnother(error)) return null;
    pace.fail(keyOf(options));
    problem = MemoraError.isInstance(error) ? error.code : 'EMBEDDING_FAILED';
    if (!problem.startsWith('EMBEDDER_')) fault = error;
  } finally {
    clearInterval(beat);
    // A renewal in transit would arrive after the end, and the scope would be held for nobody.
    await beating;
    await endTurn(options, { problem, isHere, isHeld: true }).catch(() => undefined);
  }
  return { turn: { scope, embedder: name, embedded: told.embedded, problem }, fault };
}

/**
 * Embeds and publishes in parts until nothing is left or the time is over. Returns the code of the reason why
 * no more can be embedded; null if there is none.
 */
async function embedFor(
  milliseconds: number,
  options: TurnOptions,
  told: { embedded: number },
): Promise<string | null> {
  const { embedder: name, pace, signal } = options;
  const until = performance.now() + milliseconds;
  let failure: unknown = null;
  let bytes = ROUND_BYTES;
  let { again } = options;
  for (let brought: BroughtVectors | null = null; ; ) {
    const { report, plan, next, fence } = await workWithTexts(
      { ...options, wait: WAIT_MS, bytes },
      { name, most: pace.textsOf(keyOf(options)), brought, again },
    );
    // Only a worker that can use the embedder has queued these texts.
    if (again && next !== null) {
      again = false;
      await holdTurn(options, true);
      continue;
    }
    told.embedded += report.vectors?.embedded ?? 0;
    // Results from before the failure are kept.
    if (failure !== null) throw failure;
    // If the chosen one can't be used, the others still work.
    const problem = name === plan.name ? plan.problem : null;
    if (next === null || next.texts.length === 0) {
      if (next !== null && report.left > 0 && performance.now() < until) {
        // If the first documents cannot be decrypted, the round gets more room for the others.
        bytes = report.notes === 0 ? bytes * 2 : ROUND_BYTES;
        brought = null;
        continue;
      }
      if (next === null || problem !== null || next.isInUse) return problem;
      // All of its texts are embedded, but the set cannot be used because some notes were not read yet.
      return report.left === 0 && (await holdTurn(options)) !== null ? 'VECTORS_NOT_READY' : null;
    }
    // A first round may read many notes, which must not use up the whole turn.
    if (brought !== null && performance.now() > until) return null;
    const begun = performance.now();
    const part = await embedPart(next, { signal, isAsRead: async () => (await holdTurn(options)) === fence });
    failure = part.failure;
    if (failure === null) pace.tell(keyOf(options), part.texts.length, performance.now() - begun);
    else if (part.texts.length === 0 && part.refused.length === 0) throw failure;
    brought = part;
  }
}

function keyOf({ scope, embedder }: Pick<TurnOptions, 'scope' | 'embedder'>): string {
  return `${scope} ${embedder}`;
}

type Held = Pick<TurnOptions, 'source' | 'scope' | 'embedder' | 'holder' | 'lasting'>;

/**
 * Takes a scope for one embedder, or renews the lease. `isTried` says that refused texts have been queued again.
 * Returns the scope's fence; null if another worker has it.
 */
async function holdTurn(options: Held, isTried = false): Promise<number | null> {
  const { source, scope, embedder, holder, lasting = LASTING_MS } = options;
  return transactionAs(source, { role: 'publish', scope }, (db) =>
    callFunction(db, 'hold_embedding', scope, embedder, holder, `${lasting} ms`, isTried),
  );
}

interface TurnEnd {
  /** The code of the failure. */
  readonly problem: string | null;
  /** True if this worker caused the failure, so that the scope is due for others at once. */
  readonly isHere: boolean;
  /** By default the scope is taken first. */
  readonly isHeld?: boolean;
}

/** Gives a scope back. */
export async function endTurn(options: Held, { problem, isHere, isHeld = false }: TurnEnd): Promise<void> {
  const { source, scope, embedder, holder } = options;
  if (!isHeld && (await holdTurn(options)) === null) return;
  await transactionAs(source, { role: 'publish', scope }, (db) =>
    callFunction(db, 'end_embedding', scope, embedder, holder, problem, isHere),
  );
}

function isOfAnother(error: unknown): boolean {
  return MemoraError.isInstance(error) && (error.code === 'TEAM_FENCED' || error.code === 'TEAM_SCOPE_HELD');
}
