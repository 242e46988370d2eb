import type { ScopeStatus, UpkeepReport } from '@memora/postgres';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

/** Shows the state of each scope, and how many notes are not published yet. */
export async function showTeamStatus(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using team = await openTeam(context);
  const { workspace, principal, schema, scopes } = await team.ask<{
    readonly workspace: string;
    readonly principal: string;
    readonly schema: number;
    readonly scopes: readonly ScopeStatus[];
  }>('status');
  output.payload({
    workspace,
    principal,
    schema,
    scopes: scopes.map(({ publishedAt, ...scope }) => ({ ...scope, published_at: publishedAt })),
  });
  for (const { kind, notes, claims, epoch, behind, upkeep, vectors } of scopes) {
    output.line(
      `${kind.padEnd(9)}  ${notes} notes, ${claims} claims, epoch ${epoch}${behind > 0 ? `, ${behind} behind` : ''}`,
    );
    if (vectors?.refused)
      output.line(`  ${vectors.refused} claims that their embedder refused, found by words`);
    for (const { embedder, texts, problem, retryAt } of vectors?.waiting ?? [])
      output.line(
        `  ${embedder}: ${texts === null ? 'not begun' : `${texts} claims to embed`}${problem === null ? '' : `, failed (${problem})`}${retryAt === null ? '' : `, again at ${retryAt}`}`,
      );
    for (const [task, { at, counts, duplicates = [] }] of Object.entries(upkeep)) {
      output.line(`  ${task} ${new Date(at).toISOString()}: ${wordCounts(counts)}`);
      for (const ids of duplicates) output.line(`    may say the same: ${ids.join(' ')}`);
    }
  }
  return EXIT.done;
}

export function wordCounts(counts: UpkeepReport['counts']): string {
  const some = Object.entries(counts).flatMap(([name, count]) =>
    count > 0 ? [`${count} ${name.replaceAll('_', ' ')}`] : [],
  );
  return some.length === 0 ? 'nothing needs attention' : some.join(', ');
}
