import { type Hearing, type Notices, openNotices } from '../connect/open-notices.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { countNotesBehindByScope } from './count-notes-behind.ts';
import type { Acting } from './members.ts';
import { type GroupScope, readScopes, type ScopeKind } from './scopes.ts';

/** The epoch of each scope that an answer was made from. */
export interface TeamEpochs {
  readonly global?: number;
  readonly workspace?: number;
  readonly user?: number;
  readonly [group: GroupScope]: number;
}

/** Milliseconds between the first two checks, and the maximum between later ones. A small publication takes as long as a few checks. */
const [FIRST, EVERY] = [5, 50];

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** A publication is read as soon as its notice arrives. */
  readonly notices?: Notices | undefined;
}

/** Reads the epochs of all scopes that the principal sees. */
export function readEpochs({ source, principal, workspace }: Acting): Promise<TeamEpochs> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) =>
    Object.fromEntries((await readScopes(db)).map(({ kind, epoch }) => [kind, epoch])),
  );
}

/**
 * Waits until every named scope has reached its epoch, at most `deadline` milliseconds. Returns the scopes that are still behind, as reasons with the number
 * of unpublished notes. Epochs are also polled, so a lost notice does no harm.
 */
export async function waitForEpochs(
  wanted: TeamEpochs,
  deadline: number,
  acting: Acting,
  { signal, notices = openNotices(null) }: WaitOptions = {},
): Promise<readonly string[]> {
  const heard = notices.hear('epoch');
  try {
    return await wait(wanted, deadline, acting, { heard, signal });
  } finally {
    heard.end();
  }
}

async function wait(
  wanted: TeamEpochs,
  deadline: number,
  acting: Acting,
  { heard, signal }: { readonly heard: Hearing; readonly signal: AbortSignal | undefined },
): Promise<readonly string[]> {
  const kinds = Object.keys(wanted) as ScopeKind[];
  const until = performance.now() + deadline;
  for (let pause = FIRST; ; pause = Math.min(EVERY, pause * 1.5)) {
    const reached = await readEpochs(acting);
    const late = kinds.filter((kind) => (reached[kind] ?? 0) < (wanted[kind] ?? 0));
    if (late.length === 0) return [];
    if (performance.now() >= until) {
      const behindOf = await countNotesBehindByScope(acting);
      return late.flatMap((kind) => {
        const behind = behindOf.get(kind) ?? 0;
        // The awaited epoch may never come if another round has published the note and nothing is left to do.
        return behind === 0 ? [] : [`index: BEHIND: the ${kind} scope by ${behind} notes`];
      });
    }
    await heard.next(pause, signal);
    signal?.throwIfAborted();
  }
}
