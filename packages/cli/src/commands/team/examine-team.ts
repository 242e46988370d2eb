import { MemoraError } from '@memora/core';
import type { DoctorReport } from '@memora/engine';
import { readTeamStatus, readVectorReadiness, type VectorReadiness } from '@memora/postgres';
import type { CommandContext } from '../../program/command-spec.ts';
import { openCliTeam } from './open-cli-team.ts';

type Check = DoctorReport['checks'][number];

/**
 * Examines a team's database: whether it can be trusted, who the caller is, and the delay of each scope.
 * Changes nothing.
 */
export async function examineTeam(
  context: Pick<CommandContext, 'options' | 'io'>,
): Promise<DoctorReport & { readonly settings: [] }> {
  const checks: Check[] = [];
  const report = () => ({
    ok: checks.every(({ status }) => status !== 'fault'),
    checks,
    repairs: [],
    settings: [] as [],
  });
  let opened: Awaited<ReturnType<typeof openCliTeam>>;
  try {
    opened = await openCliTeam(context);
  } catch (error) {
    // A missing database is a usage error, not a finding.
    if (!MemoraError.isInstance(error) || !error.code.startsWith('TEAM_')) throw error;
    checks.push(toFault('database', error));
    return report();
  }
  const { team, workspace, principal, address, settings } = opened;
  await using _closed = team;
  checks.push(
    said('database', `schema ${team.schema}; every policy and function is as this version made it`),
    said('network', address.tls === null ? 'this machine' : 'another machine, with verified TLS'),
  );
  const horizon = settings.config.team.backupHorizon;
  checks.push(
    horizon === null
      ? {
          name: 'backups',
          status: 'warning',
          detail: "it is not configured when the team's backups are deleted",
          remedy:
            'Set [team] backup_horizon, in days: an erasure then says when the last backup of the text is deleted.',
        }
      : said('backups', `gone after ${horizon} days`),
  );
  try {
    for (const { kind, notes, claims, epoch, behind } of await readTeamStatus({
      source: team.source,
      workspace,
      principal,
    })) {
      const detail = `${notes} notes, ${claims} claims, epoch ${epoch}`;
      checks.push(
        behind === 0
          ? said(kind, detail)
          : {
              name: kind,
              status: 'warning',
              detail: `${detail}, ${behind} notes behind`,
              remedy: 'Run `memora team worker`, or read its output.',
            },
      );
    }
    if (settings.config.embed.provider !== 'none')
      checks.push(toVectorCheck(await readVectorReadiness({ source: team.source, workspace, principal })));
  } catch (error) {
    if (!MemoraError.isInstance(error)) throw error;
    checks.push(toFault('member', error));
  }
  return report();
}

const MIGRATE = 'run `memora team migrate` as the administrator of the database';

/** Only vectors find claims that share no word with a question. A team can work without them. */
function toVectorCheck({ installed, available, isReady, embedders }: VectorReadiness): Check {
  const lacking = (detail: string, remedy: string): Check => ({
    name: 'vectors',
    status: 'warning',
    detail,
    remedy,
  });
  if (isReady && embedders.length > 0)
    return said('vectors', `pgvector ${installed}; claims are embedded by ${embedders.join(', ')}`);
  if (isReady) return lacking('no claim is embedded yet', 'Run `memora team worker` with an embedder.');
  if (installed !== null)
    return lacking(
      `pgvector ${installed} is in the database, but no vectors are stored`,
      `Upgrade it to 0.8 or later (ALTER EXTENSION vector UPDATE), then ${MIGRATE}.`,
    );
  return lacking(
    'no pgvector: claims are found by words, links and names',
    available === null
      ? `Install pgvector 0.8 or later on the server, then ${MIGRATE}. Or set embed.provider to "none".`
      : `The server has pgvector ${available}: ${MIGRATE}.`,
  );
}

function said(name: string, detail: string): Check {
  return { name, status: 'ok', detail, remedy: null };
}

function toFault(name: string, { message, hint }: MemoraError): Check {
  return { name, status: 'fault', detail: message, remedy: hint ?? null };
}
