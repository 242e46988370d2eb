import type { ParseArgsConfig, parseArgs } from 'node:util';
import { MemoraError } from '@memora/core';
import type { Toolset } from '../toolset.ts';
import type { ServeTeamOptions } from './serve-team.ts';

/** The flags of `memora-mcp`. */
export const FLAGS = {
  vault: { type: 'string' },
  tools: { type: 'string' },
  http: { type: 'string' },
  'token-file': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  team: { type: 'boolean' },
  listen: { type: 'string' },
  url: { type: 'string' },
  issuer: { type: 'string' },
  'groups-claim': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'behind-proxy': { type: 'boolean' },
  origin: { type: 'string', multiple: true },
  'with-worker': { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** Those that mean something with `--team` alone. */
export const TEAM_FLAGS = [
  ...(['listen', 'url', 'issuer', 'groups-claim', 'tls-cert', 'tls-key'] as const),
  ...(['behind-proxy', 'origin', 'with-worker'] as const),
] as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'];

/** What a server of a team is started with. Throws `USAGE`. */
export function readTeamFlags(values: Values, toolset: Toolset): ServeTeamOptions {
  if (values.vault !== undefined || values.http !== undefined)
    throw usage('--team serves a database', 'Leave out --vault and --http; --listen says where it listens.');
  const { url, issuer } = values;
  const [cert, key] = [values['tls-cert'], values['tls-key']];
  if ((cert === undefined) !== (key === undefined))
    throw usage('half a certificate is named', 'Pass both --tls-cert FILE and --tls-key FILE.');
  return {
    toolset,
    url,
    issuer,
    groupsClaim: values['groups-claim'],
    tokenFile: values['token-file'],
    behindProxy: values['behind-proxy'] === true,
    origins: values.origin ?? [],
    withWorker: values['with-worker'] === true,
    ...(values.listen === undefined ? {} : { listen: readListen(values.listen) }),
    ...(cert === undefined || key === undefined ? {} : { tls: { cert, key } }),
  };
}

function readListen(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:]+)\]|([^:[\]\s]+)):(\d{1,5})$/iu.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw usage('--listen is no address', 'Pass HOST:PORT, such as 0.0.0.0:7420.');
}

function usage(message: string, hint: string): MemoraError<'USAGE'> {
  return new MemoraError(message, { code: 'USAGE', hint });
}
