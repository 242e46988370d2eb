import { MemoraError } from '@memora/core';
import { loadConfig } from '@memora/engine/config';
import { createEgress } from '@memora/privacy';
import { readFlags } from '../../input/read-flags.ts';
import { usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';

/** Asks the server of a team for one operation, and gives what it answers. Throws what the server says, with its code. */
export type AskServer = <Answer>(operation: string, args?: object) => Promise<Answer>;

const LONGEST_MS = 60_000;

/**
 * The server that `[team] server` names, for a person with a token; null where commands go to a database. Nothing but arguments of commands is sent, and the token
 * only over TLS or to this machine. Throws `USAGE`.
 */
export async function findTeamServer({
  options,
  io,
}: Pick<CommandContext, 'options' | 'io'>): Promise<AskServer | null> {
  const { config } = await loadConfig({ env: io.env, flags: readFlags(options) });
  const { server } = config.team;
  if (server === null) return null;
  const url = parse(server);
  const token = io.env['MEMORA_TEAM_TOKEN'];
  if (!token)
    throw usageError(
      'the server of the team asks for a token, and there is none',
      'Set MEMORA_TEAM_TOKEN to the one that your administrator made with `memora team token add`.',
    );
  const isAllowed = io.env['MEMORA_ENABLE_NETWORK_STORE'] === '1';
  const send = createEgress({
    guard: 'none',
    allowNetwork: isAllowed,
    timeoutMs: LONGEST_MS,
    retries: 0,
  }).fetch('fetch');
  return async <Answer>(operation: string, args: object = {}) => {
    const reply = await send(new URL('/team', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ operation, arguments: args }),
    });
    const said = (await reply.json().catch(() => ({}))) as { readonly error?: ServerError };
    if (reply.ok) return said as Answer;
    const { code, message, hint } = said.error ?? {};
    throw new MemoraError(typeof message === 'string' ? message : `the server refused (${reply.status})`, {
      code: typeof code === 'string' ? code : reply.status === 401 ? 'TOKEN_REFUSED' : 'TEAM_FAILED',
      hint:
        typeof hint === 'string'
          ? hint
          : 'Check the address and the token with whoever runs the server of the team.',
    });
  };
}

interface ServerError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly hint?: unknown;
}

function parse(server: string): URL {
  const url = URL.parse(server);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)))
    throw usageError(
      'the address of the server of the team is none that a token may be sent to',
      'Write https://memory.example.com; http:// is for this machine alone.',
    );
  return url;
}
