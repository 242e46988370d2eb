import { type AuditEntry, readAudit } from '@memora/postgres';
import { readDate } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { findTeamServer } from './ask-team-server.ts';
import { openCliTeam } from './open-cli-team.ts';

const DAY_MS = 86_400_000;
const PAGE = 1_000;

/** Shows administrators who did what kind of thing when: codes, ids and numbers, no text of notes or questions. */
export async function showTeamAudit(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const named = readDate(options, 'since', '--since');
  const since = named === undefined ? new Date(Date.now() - DAY_MS) : new Date(named);
  await using pages = await openPages(context, since);
  const entries = [];
  for (let after = 0; ; ) {
    const page = await pages.read(after);
    entries.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.sequence;
  }
  output.payload({ since: since.toISOString(), entries });
  for (const { at, principal: who, act, detail } of entries) {
    const { outcome = 'ok', claimIds = [] } = detail;
    output.line(`${at}  ${who}  ${act}  ${outcome}${claimIds.length > 0 ? `  ${claimIds.join(' ')}` : ''}`);
  }
  if (entries.length === 0) output.note(`Nothing was done since ${since.toISOString()}.`);
  return EXIT.done;
}

interface Pages extends AsyncDisposable {
  readonly read: (after: number) => Promise<readonly AuditEntry[]>;
}

/** From the server of the team where one is named, else from its database. */
async function openPages(context: CommandContext, since: Date): Promise<Pages> {
  const server = await findTeamServer(context);
  if (server !== null) {
    const read = async (after: number) => {
      const asked = { since: since.toISOString(), after, limit: PAGE };
      return (await server<{ readonly entries: readonly AuditEntry[] }>('audit', asked)).entries;
    };
    return { read, [Symbol.asyncDispose]: async () => undefined };
  }
  const { team, workspace, principal } = await openCliTeam(context);
  const acting = { source: team.source, workspace, principal };
  return {
    read: (after) => readAudit({ since, after, limit: PAGE }, acting),
    [Symbol.asyncDispose]: team.close,
  };
}
