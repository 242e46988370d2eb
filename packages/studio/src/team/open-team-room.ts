import { createTeamApp } from '../http/create-app.ts';
import type { PageDocument } from '../http/page-document.ts';
import type { Room } from '../rooms/room.ts';
import type { TeamSource } from './team-source.ts';

/** The page of a team, which its server answers. Nothing of it is kept on this machine. */
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
  const app = createTeamApp(team, path, page, { problem, signal: stop.signal });
  return {
    folder: null,
    fetch: (request) => app.fetch(request),
    answers: () => [],
    close: async () => stop.abort(),
  };
}
