import { usageError } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openTeam } from './open/open-team.ts';

interface Listed {
  readonly chosen: string;
  readonly embedders: readonly {
    readonly name: string;
    readonly provider: string;
    readonly model: string | null;
    readonly dimensions: number | null;
  }[];
}

/** Lists the embedders that the operator allows, or chooses one of them for the workspace. */
export async function keepEmbedder(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  const [act, name] = args;
  await using team = await openTeam(context);
  if (act === 'list') {
    const { chosen, embedders } = await team.ask<Listed>('embedder.list');
    output.payload({ chosen, embedders });
    for (const { name: each, provider, model, dimensions } of embedders)
      output.line(
        [each === chosen ? '*' : ' ', each.padEnd(12), provider, model, dimensions].filter(Boolean).join(' '),
      );
    return EXIT.done;
  }
  if (name === undefined || name === '') throw usageError('no embedder is given');
  const { scopes } = await team.ask<{ readonly scopes: number }>('embedder.use', { name });
  output.payload({ name, scopes });
  output.note(
    scopes === 0
      ? `${name} embeds the workspace. Failed and refused texts are tried again.`
      : `${name} embeds ${scopes} scopes of the workspace again. Until that is done, questions use the old vectors; \`memora team status\` shows the progress.`,
  );
  return EXIT.done;
}
