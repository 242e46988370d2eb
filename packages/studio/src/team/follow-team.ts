import type { EventHub } from '../live/create-event-hub.ts';
import { repeat } from '../live/repeat.ts';
import type { TeamShelf } from './create-team-shelf.ts';
import type { TeamSource } from './team-source.ts';

/** How often the server is asked for changed notes. Its audit log records each of these calls. */
const LOOK_MS = 10_000;

interface FollowTeamPorts {
  readonly events: EventHub;
  readonly shelf: TeamShelf;
  readonly signal: AbortSignal;
  readonly problem: (error: unknown) => void;
}

interface ScopeNow {
  readonly kind: string;
  readonly epoch: number;
  readonly behind: number;
  readonly notes: number;
}

/** Notifies open pages of changed notes of a team, and of changed lines that answers cite, until the signal aborts. Sends no requests while no page is open. */
export function followTeam(
  { ask }: Pick<TeamSource, 'ask'>,
  { events, shelf, signal, problem }: FollowTeamPorts,
): Promise<void> {
  let known: string | null = null;
  const look = async () => {
    if (events.size() === 0) return;
    const { scopes } = await ask<{ readonly scopes: readonly ScopeNow[] }>('status');
    const now = JSON.stringify(scopes.map(({ kind, epoch, behind, notes }) => [kind, epoch, behind, notes]));
    if (now === known) return;
    const changes = await shelf.check();
    if (changes.length > 0) events.tell({ type: 'sources', data: changes });
    if (known !== null) events.tell({ type: 'notes', data: {} });
    known = now;
  };
  return repeat(LOOK_MS, signal, look, problem);
}
