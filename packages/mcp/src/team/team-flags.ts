import type { ParseArgsConfig, parseArgs } from 'node:util';
import { usage } from '../protocol/server-error.ts';
import type { Toolset } from '../toolset.ts';
import type { TeamLimits } from './create-limits.ts';
import type { ServeTeamOptions } from './serve-team.ts';

/** The flags of `memora-mcp`. */
export const FLAGS = {
  vault: { type: 'string' },
  tools: { type: 'string' },
  names: { type: 'string' },
  http: { type: 'string' },
  'token-file': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  team: { type: 'boolean' },
  listen: { type: 'string' },
  url: { type: 'string' },
  issuer: { type: 'string' },
  'groups-claim': { type: 'string' },
  'workspace-claim': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'behind-proxy': { type: 'boolean' },
  origin: { type: 'string', multiple: true },
  'with-worker': { type: 'boolean' },
  limit: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options'];

/** The flags that only apply with `--team`. */
export const TEAM_FLAGS = [
  ...(['listen', 'url', 'issuer', 'groups-claim', 'workspace-claim', 'tls-cert', 'tls-key'] as const),
  ...(['behind-proxy', 'origin', 'with-worker', 'limit'] as const),
] as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'];

/** The options of a team's server. Throws `USAGE`. */
export function readTeamFlags(values: Values, toolset: Toolset): ServeTeamOptions {
  if (values.vault !== undefined || values.http !== undefined)
    throw usage('--team serves a database', 'Leave out --vault and --http; --listen says where it listens.');
  const { url, issuer } = values;
  const [cert, key] = [values['tls-cert'], values['tls-key']];
  if ((cert === undefined) !== (key === undefined))
    throw usage('a certificate needs both of its files', 'Pass both --tls-cert FILE and --tls-key FILE.');
  return {
    toolset,
    url,
    issuer,
    workspaceClaim: values['workspace-claim'],
    groupsClaim: values['groups-claim'],
    tokenFile: values['token-file'],
    behindProxy: values['behind-proxy'] === true,
    origins: values.origin ?? [],
    withWorker: values['with-worker'] === true,
    limits: readLimits(values.limit ?? []),
    ...(values.listen === undefined ? {} : { listen: readListen(values.listen) }),
    ...(cert === undefined || key === undefined ? {} : { tls: { cert, key } }),
  };
}

function readListen(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:]+)\]|([^:[\]\s]+)):(\d{1,5})$/iu.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw usage('--listen takes an address', 'Pass HOST:PORT, such as 0.0.0.0:7420.');
}

const LIMITS = {
  requests: 'requestsPerMinute',
  captures: 'capturesPerMinute',
  calls: 'callsAtOnce',
  answer: 'answerSize',
} as const satisfies Record<string, keyof TeamLimits>;

function readLimits(given: readonly string[]): Partial<TeamLimits> {
  return Object.fromEntries(
    given.map((each) => {
      const [, name = '', digits] = /^([a-z]+)=([1-9]\d{0,8})$/u.exec(each) ?? [];
      if (digits !== undefined && Object.hasOwn(LIMITS, name))
        return [LIMITS[name as keyof typeof LIMITS], Number(digits)];
      throw usage('--limit is not valid', `Pass NAME=NUMBER; names are ${Object.keys(LIMITS).join(', ')}.`);
    }),
  );
}
