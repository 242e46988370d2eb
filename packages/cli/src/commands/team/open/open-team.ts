import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Band, MemoraError } from '@memora/core';
import { loadConfig } from '@memora/engine/config';
import type { NoteExchange, ScopeKind } from '@memora/postgres/internal';
import { createEgress, type Fetch } from '@memora/privacy';
import { configFolder, inspectFile, placeAt, readPlainText } from '@memora/privacy/files';
import { isSafeAddress } from '@memora/privacy/internal';
import { readFlags } from '../../../input/read-flags.ts';
import { usageError } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { checkMode, isDue, readLogin } from './kept-login.ts';

/** Sends one operation to a team, and returns its answer. Throws the team's error, with its code. */
export type AskTeam = <Answer>(operation: string, args?: object) => Promise<Answer>;

/** A member's description of a document. */
export interface SaidOfDocument {
  readonly name: string;
  readonly scope: ScopeKind;
  readonly region?: string;
  readonly privacy?: Band;
  readonly type?: string;
  readonly replace?: boolean;
}

export type SendDocument = (
  bytes: Uint8Array<ArrayBuffer>,
  said: SaidOfDocument,
) => Promise<{ readonly upload: string }>;

/** A team for commands: through its server with a token, or in its database for operators. */
export interface OpenTeam extends AsyncDisposable {
  readonly ask: AskTeam;
  /** Uploads a document, which a worker reads into notes. Returns the id of the upload. */
  readonly upload: SendDocument;
  /** The notes of the team, for a working copy. */
  readonly meet: () => Promise<TeamMeeting>;
}

/** The properties of a team that a working copy needs. */
export interface TeamMeeting {
  readonly exchange: NoteExchange;
  readonly principal: { readonly name: string };
  /** The id of the team, by which the folder recognises it. */
  readonly database: string;
}

/** Milliseconds. One request may write the notes of a large push, and an erasure waits for a worker. */
const LONGEST_MS = 600_000;
/** Maximum total wait in milliseconds when the server asks to retry later. */
const LONGEST_WAIT_MS = 300_000;

/** The configured team. Throws `USAGE` if there is none. */
export async function openTeam(context: Pick<CommandContext, 'options' | 'io'>): Promise<OpenTeam> {
  const server = await findTeamServer(context);
  if (server === null) return (await import('./open-local-team.ts')).openLocalTeam(context);
  const { ask, upload, origin } = server;
  return {
    ask,
    upload,
    meet: async () => (await import('./meet-server.ts')).meetServer(ask, origin),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/**
 * The server that `[team] server` names, for a person with a token; null if commands use a database. The
 * token is sent only over TLS or to this machine. Throws `USAGE`.
 */
export async function findTeamServer({ options, io }: Pick<CommandContext, 'options' | 'io'>): Promise<{
  readonly ask: AskTeam;
  readonly upload: SendDocument;
  readonly origin: string;
} | null> {
  const url = await readServer({ options, io });
  if (url === null) return null;
  const send = openDoor(io.env);
  const post = async (
    body: string | Uint8Array<ArrayBuffer>,
    path = '/team',
    more: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): Promise<Response> => {
    for (let waited = 0; ; ) {
      // Read for each request, because a login's token may expire during a long command.
      const token = await findToken(url, io, send);
      const headers = { authorization: `Bearer ${token}`, ...more };
      const reply = await send(new URL(path, url), { method: 'POST', headers, body, signal: io.signal });
      const rest = Number(reply.headers.get('retry-after') ?? Number.NaN) * 1000;
      if (reply.status !== 429 || !(rest > 0) || waited + rest > LONGEST_WAIT_MS) return reply;
      waited += rest;
      await wait(rest, undefined, { signal: io.signal });
    }
  };
  const read = async <Answer>(reply: Response): Promise<Answer> => {
    const said = (await reply.json().catch(() => ({}))) as { readonly error?: ServerError };
    if (reply.ok) return said as Answer;
    const { code, message, hint } = said.error ?? {};
    throw new MemoraError(typeof message === 'string' ? message : `the server refused (${reply.status})`, {
      code: typeof code === 'string' ? code : reply.status === 401 ? 'TOKEN_REFUSED' : 'TEAM_FAILED',
      hint:
        typeof hint === 'string'
          ? hint
          : 'Check the address and the token with the administrator of the team server.',
    });
  };
  const ask = async <Answer>(operation: string, args: object = {}): Promise<Answer> =>
    read(await post(JSON.stringify({ operation, arguments: args })));
  const upload: SendDocument = async (bytes, said) =>
    read(
      await post(bytes, '/team/documents', {
        'content-type': 'application/octet-stream',
        // Not in the URL, because proxies log URLs.
        'memora-document': Buffer.from(JSON.stringify(said)).toString('base64url'),
      }),
    );
  return { ask, upload, origin: url.origin };
}

interface ServerError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly hint?: unknown;
}

/** The address of `[team] server`; null if none is set. Throws `USAGE` for an address that no token may be sent to. */
export async function readServer({
  options,
  io,
}: Pick<CommandContext, 'options' | 'io'>): Promise<URL | null> {
  const { server } = (await loadConfig({ env: io.env, flags: readFlags(options) })).config.team;
  return server === null ? null : parse(server);
}

/** The egress to a team's server, and to the issuer that it names. */
export function openDoor(env: CommandContext['io']['env']): Fetch {
  return createEgress({
    guard: 'none',
    allowNetwork: env['MEMORA_ENABLE_NETWORK_STORE'] === '1',
    timeoutMs: LONGEST_MS,
    retries: 0,
  }).fetch('fetch');
}

/** The token that overrides a login: the name of the variable, or the path of the file; null if neither exists. */
export function findOwnToken(
  env: CommandContext['io']['env'],
): { readonly from: string; readonly token: string } | null {
  const named = env['MEMORA_TEAM_TOKEN'];
  if (named) return { from: 'MEMORA_TEAM_TOKEN', token: named };
  const file = join(configFolder(env), 'team-token');
  const found = inspectFile(placeAt(file));
  if (found === null) return null;
  checkMode(found.mode, file);
  return { from: file, token: (readPlainText(placeAt(file), 4096) ?? '').trim() };
}

/**
 * The token of `MEMORA_TEAM_TOKEN`, of the file `team-token` in the folder of the user's settings, or of the
 * login at the server, renewed when it expires. Both files must be unreadable for others.
 */
async function findToken(url: URL, io: CommandContext['io'], send: Fetch): Promise<string> {
  const own = findOwnToken(io.env);
  if (own !== null) return own.token;
  let login = readLogin(url, io.env);
  if (login !== null && isDue(login))
    login = await (await import('./renew-login.ts')).renewLogin(url, send, io);
  if (login !== null) return login.accessToken;
  const file = join(configFolder(io.env), 'team-token');
  throw usageError(
    'the team server needs a token, and none is set',
    `Set MEMORA_TEAM_TOKEN, write it into ${file}, or sign in with \`memora team login\`. Your administrator makes one with \`memora team token add\`.`,
  );
}

function parse(server: string): URL {
  if (isSafeAddress(server)) return new URL(server);
  throw usageError(
    'a token may not be sent to the address of the team server',
    'Write https://memory.example.com; http:// is only for this machine.',
  );
}
