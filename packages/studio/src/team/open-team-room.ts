import { createTeamApp } from '../http/create-app.ts';
import type { PageDocument } from '../http/page-document.ts';
import { createEventHub } from '../live/create-event-hub.ts';
import type { Room } from '../rooms/room.ts';
import { createTeamShelf } from './create-team-shelf.ts';
import { followTeam } from './follow-team.ts';
import type { TeamSource } from './team-source.ts';

/** Opens the page of a team; the team's server answers it. Nothing of it is kept on this machine. */
export function openTeamRoom(
  team: TeamSource,
  {
    path,
    page,
    problem,
  }: {
    readonly path: string;
    readonly page: PageDocument;
    readonly problem: (error: unknown) => void;
  },
): Room {
  const stop = new AbortController();
  const { signal } = stop;
  const [events, shelf] = [createEventHub(), createTeamShelf(team)];
  void followTeam(team, { events, shelf, signal, problem });
  const app = createTeamApp({ team, events, shelf }, path, page, { problem, signal });
  return {
    folder: null,
    fetch: (request) => app.fetch(request),
    answers: () => [],
    close: async () => stop.abort(),
  };
}
