import type { AuditEntry, AuditPage } from '@memora/postgres';
import { readDate } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

const DAY_MS = 86_400_000;
const PAGE = 1_000;

/** Shows which administrator did which kind of act, and when: codes, ids and numbers, no text of notes or questions. */
export async function showTeamAudit(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const named = readDate(options, 'since', '--since');
  const since = named === undefined ? new Date(Date.now() - DAY_MS) : new Date(named);
  await using team = await openTeam(context);
  const entries: AuditEntry[] = [];
  let after: string | null = null;
  do {
    const asked = { since: since.toISOString(), after, limit: PAGE };
    const page: AuditPage = await team.ask<AuditPage>('audit', asked);
    entries.push(...page.entries);
    after = page.next;
  } while (after !== null);
  output.payload({ since: since.toISOString(), entries });
  for (const { at, principal: who, act, detail } of entries) {
    const { outcome = 'ok', claimIds = [] } = detail;
    output.line(`${at}  ${who}  ${act}  ${outcome}${claimIds.length > 0 ? `  ${claimIds.join(' ')}` : ''}`);
  }
  if (entries.length === 0) output.note(`Nothing has happened since ${since.toISOString()}.`);
  return EXIT.done;
}
