import { existsSync } from 'node:fs';
import { MemoraError } from '@memora/core';
import { Hono } from 'hono';
import type { EventHub } from '../live/create-event-hub.ts';
import type { House } from '../rooms/house.ts';
import { askRoutes } from '../routes/ask-routes.ts';
import { eventRoutes } from '../routes/event-routes.ts';
import { nameRoutes } from '../routes/name-routes.ts';
import { noteRoutes } from '../routes/note-routes.ts';
import { placeRoutes } from '../routes/place-routes.ts';
import { rememberedRoutes } from '../routes/remembered-routes.ts';
import { reportRoutes } from '../routes/report-routes.ts';
import { setupRoutes } from '../routes/setup-routes.ts';
import { vaultRoutes } from '../routes/vault-routes.ts';
import type { Studio } from '../studio.ts';
import { StudioError } from '../studio-error.ts';
import { type TeamDesk, teamRoutes } from '../team/team-routes.ts';
import { codeOf } from './code-of.ts';
import type { PageDocument } from './page-document.ts';

/** HTTP status by error code; all others give 500. */
const STATUS: Readonly<Record<string, 400 | 403 | 404 | 409 | 503>> = {
  BAD_REQUEST: 400,
  EDIT_INVALID: 400,
  NOTE_SECRET: 403,
  TOKEN_REFUSED: 403,
  PATH_OUTSIDE_VAULT: 404,
  NOTE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  CLAIM_NOT_FOUND: 404,
  CONTRADICTION_NOT_FOUND: 404,
  MEMORY_NOT_FOUND: 404,
  MEMORY_INVALID: 400,
  NOT_A_PARTY: 400,
  FOLDER_NOT_FOUND: 404,
  VAULT_NOT_FOUND: 404,
  SOURCE_CHANGED: 409,
  AGENT_NOT_FOUND: 404,
  CONFIG_INVALID: 409,
  ENTITY_NAME_INVALID: 400,
  CLIENT_FILE_CHANGED: 409,
  NOTE_CHANGED: 409,
  NOT_INDEXED: 503,
  DATABASE_BUSY: 503,
};

/** The routes of a vault's page under `path`. Access was checked before. */
export function createApp(studio: Studio, path: string, page: PageDocument, signal: AbortSignal): Hono {
  const all = [
    eventRoutes(studio, signal),
    vaultRoutes(studio.house, studio.memory.vault),
    // Data read from a missing folder is no longer valid; the only action left is choosing another folder.
    requireFolder(studio.memory.vault),
    askRoutes(studio),
    noteRoutes(studio),
    placeRoutes(studio),
    nameRoutes(studio),
    rememberedRoutes(studio),
    setupRoutes(studio),
  ];
  return toApp(all, path, page, studio.problem).route(path, reportRoutes(studio, signal));
}

/** Refuses all later routes while the folder of the notes is missing. */
function requireFolder(folder: string): Hono {
  const app = new Hono();
  app.use(async (_, next) => {
    if (!existsSync(folder))
      throw new StudioError('the folder of the notes no longer exists', {
        code: 'VAULT_NOT_FOUND',
        hint: 'Put it back, or open another folder.',
      });
    await next();
  });
  return app;
}

/** The routes of the page of a team. */
export function createTeamApp(
  { events, ...desk }: TeamDesk & { readonly events: EventHub },
  path: string,
  page: PageDocument,
  { problem, signal }: { readonly problem: Studio['problem']; readonly signal: AbortSignal },
): Hono {
  const all = [eventRoutes({ events, reading: () => null }, signal), teamRoutes(desk, problem)];
  return toApp(all, path, page, problem);
}

/** The routes of the page that asks for a folder. */
export function createLobbyApp(house: House, path: string, page: PageDocument): Hono {
  return toApp([vaultRoutes(house, null)], path, page, () => undefined);
}

function toApp(all: readonly Hono[], path: string, page: PageDocument, problem: Studio['problem']): Hono {
  const app = new Hono({ strict: true });
  app.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set('cache-control', 'no-store');
    headers.set('referrer-policy', 'no-referrer');
    headers.set('x-content-type-options', 'nosniff');
    headers.set('cross-origin-resource-policy', 'same-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
  app.get(path, (context) =>
    context.html(page.html, 200, { 'content-security-policy': page.contentSecurityPolicy }),
  );
  const api = `${path}api`;
  for (const routes of all) app.route(api, routes);
  app.notFound((context) => context.json({ code: 'NOT_FOUND' }, 404));
  app.onError((error, context) => {
    const code = codeOf(error);
    if (STATUS[code] === undefined) problem(error);
    // Hints of Memora's errors contain no note text. The messages of other errors may.
    const hint = MemoraError.isInstance(error) ? (error.hint ?? null) : null;
    return context.json({ code, hint }, STATUS[code] ?? 500);
  });
  return app;
}
