import { findScopes } from '../publish/run-worker.ts';
import type { Acting } from './members.ts';

/** What waits to be published, of all scopes. */
export interface QueueState {
  readonly scopes: number;
  readonly bytes: number;
  /** Since when the scope waits that has waited the longest for what was written last; 0 where none does. */
  readonly seconds: number;
}

/** How far the workers of a database are behind: one statement, for whoever watches them. */
export async function readQueue(
  { source }: Pick<Acting, 'source'>,
  now: () => number = Date.now,
): Promise<QueueState> {
  const due = await findScopes({ source });
  const times = due.flatMap(({ newest }) => (newest > 0 ? [newest] : []));
  return {
    scopes: due.length,
    bytes: due.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: times.length === 0 ? 0 : Math.max(0, (now() - Math.min(...times)) / 1000),
  };
}
