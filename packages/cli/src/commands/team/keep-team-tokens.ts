import { loadConfig } from '@memora/engine/config';
import { addToken, listTokens, revokeToken, TEAM_SCOPES, type TeamScope, type TokenEntry } from '@memora/mcp';
import { readFlags } from '../../input/read-flags.ts';
import { readDate, readText, usageError } from '../../input/read-option.ts';
import { toPath } from '../../input/resolve-vault.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';

const DAY_MS = 86_400_000;
const DAYS = 90;
const SCOPE_START = 'memora:';

/** Lists, adds and revokes the tokens of a token file. A token is shown once, when it is made. No database is needed. */
export async function keepTeamTokens(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const [act, name = ''] = args;
  const file = await tokenFileOf(context);
  if (act === 'list') {
    const tokens = listTokens(file);
    output.payload({ tokens: tokens.map(toPayload) });
    for (const entry of tokens) output.line(lineOf(entry));
    return EXIT.done;
  }
  if (name === '') throw usageError(act === 'add' ? 'no principal is given' : 'no id is given');
  if (act === 'revoke') {
    const revoked = await revokeToken(file, name);
    output.payload({ id: name, revoked });
    output.note(revoked ? `${name} no longer works.` : `No token has the id ${name}.`);
    return revoked ? EXIT.done : EXIT.checkFailed;
  }
  const { token, entry } = await addToken(file, {
    principal: name,
    workspace: readText(options, 'workspace'),
    groups: listed(readText(options, 'groups')),
    scopes: scopesOf(readText(options, 'scopes') ?? 'read,write'),
    expires: endOf(context),
  });
  output.payload({ ...toPayload(entry), token });
  output.line(token);
  output.note(`${lineOf(entry)}\nThe token is shown only once; ${file} holds its hash.`);
  return EXIT.done;
}

async function tokenFileOf({ options, io }: CommandContext): Promise<string> {
  const named = readText(options, 'tokenFile');
  const { config } = await loadConfig({ env: io.env, flags: readFlags(options) });
  const file = named ?? config.team.tokenFile;
  if (file === null)
    throw usageError(
      'no token file is given',
      'Pass --token-file, or set MEMORA_TEAM_TOKEN_FILE or [team] token_file.',
    );
  return toPath(file, io.cwd);
}

function scopesOf(text: string): TeamScope[] {
  const asked = listed(text).map((each) => (each.startsWith(SCOPE_START) ? each : `${SCOPE_START}${each}`));
  const unknown = asked.find((each) => !TEAM_SCOPES.some((scope) => scope === each));
  if (unknown !== undefined || asked.length === 0)
    throw usageError(
      '--scopes takes read, write and admin, separated by commas',
      'For example --scopes read,write.',
    );
  return TEAM_SCOPES.filter((scope) => asked.includes(scope));
}

function endOf({ options }: CommandContext): number | null {
  if (readText(options, 'expires') === 'never') return null;
  const date = readDate(options, 'expires', '--expires');
  if (date === undefined) return Date.now() + DAYS * DAY_MS;
  const end = Date.parse(/^\d{4}-\d{2}-\d{2}$/u.test(date) ? `${date}T23:59:59Z` : date);
  if (Number.isNaN(end)) throw usageError('--expires takes a day such as 2027-06-30, an instant, or never');
  if (end <= Date.now()) throw usageError('--expires names a day in the past');
  return end;
}

function listed(text = ''): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function toPayload({ id, principal, workspace, groups, scopes, expires }: TokenEntry) {
  return {
    id,
    principal,
    workspace: workspace ?? null,
    groups,
    scopes,
    expires: expires === null ? null : new Date(expires).toISOString(),
  };
}

function lineOf({ id, principal, workspace, groups, scopes, expires }: TokenEntry): string {
  const end = expires === null ? 'never ends' : `ends ${new Date(expires).toISOString().slice(0, 10)}`;
  return [
    id,
    principal,
    ...(workspace === undefined ? [] : [`of ${workspace}`]),
    scopes.join(' '),
    ...(groups.length === 0 ? [] : [`groups ${groups.join(', ')}`]),
    end,
  ].join('  ');
}
