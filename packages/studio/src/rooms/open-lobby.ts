import { createLobbyApp } from '../http/create-app.ts';
import type { PageDocument } from '../http/page-document.ts';
import type { House } from './house.ts';
import type { Room } from './room.ts';

/** The page without a vault, which asks for one. */
export function openLobby(path: string, house: House, page: PageDocument): Room {
  const app = createLobbyApp(house, path, page);
  return {
    folder: null,
    fetch: (request) => app.fetch(request),
    answers: () => [],
    close: async () => undefined,
  };
}
