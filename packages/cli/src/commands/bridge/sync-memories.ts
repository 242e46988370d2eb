import type { SyncedBridge } from '@memora/bridge';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from '../memory/open-cli-agent.ts';

/** Imports new memories of other systems, and writes pending changes there. Prints counts, ids and codes, never text of a memory. */
export async function syncMemories(context: CommandContext): Promise<ExitCode> {
  const { args, io, options, output } = context;
  const [name] = args;
  await using agent = await openCliAgent(context);
  const synced =
    (await agent.bridges?.sync({
      ...(name === undefined ? {} : { name }),
      dryRun: options['dryRun'] === true,
      retry: options['retry'] === true,
      ...(io.signal === undefined ? {} : { signal: io.signal }),
    })) ?? [];
  output.payload({ bridges: synced.map(toJson) });
  for (const bridge of synced) printBridge(bridge, options['dryRun'] === true, context);
  if (synced.length === 0)
    output.note(
      'No bridge is configured: `memora memory detect` looks for memory servers among those of your agents, or name one as [bridge.<name>] in your config.toml.',
    );
  return synced.some(({ problem, dead }) => problem !== null || dead.length > 0) ? EXIT.partial : EXIT.done;
}

function toJson({ pulled, pending, dead, refused, contested, doubtful, ...rest }: SyncedBridge) {
  const named = ({ memoryId, ...more }: { readonly memoryId: string }) => ({ memory_id: memoryId, ...more });
  return {
    ...rest,
    pulled,
    pending: pending.map(named),
    dead: dead.map(named),
    refused: refused.map(named),
    contested,
    doubtful,
  };
}

function printBridge(bridge: SyncedBridge, isDry: boolean, { output }: CommandContext): void {
  const { name, provider, problem, pulled, pushed, pending, dead, refused, contested, doubtful } = bridge;
  const would = isDry ? 'would be ' : '';
  output.line(`${output.style('cyan', name)}  ${provider ?? 'not reached'}`);
  output.line(
    `  ${pulled.written} ${would}imported, ${pushed.saved} written there, ${pushed.removed} removed there`,
  );
  if (problem !== null) output.note(`  ${problem.code}: ${problem.message}`);
  if (pulled.held > 0)
    output.note(`  ${pulled.held} of them wait for your confirmation: \`memora memory held\`.`);
  for (const [code, count] of Object.entries(pulled.left)) output.note(`  not imported: ${count} (${code})`);
  if (pending.length > 0) output.line(`  ${pending.length} waiting to be written`);
  for (const { memoryId, operation, code } of dead)
    output.line(`  ${memoryId}  ${operation} failed too often (${code}): --retry tries it again`);
  for (const { memoryId, code } of refused) output.line(`  ${memoryId}  was not deleted there (${code})`);
  for (const id of contested) output.line(`  ${id}  changed on both sides: both versions are kept`);
  for (const id of doubtful) output.note(`  ${id}  may be there twice`);
  if (pulled.batch !== null) output.note(`  \`memora memory rollback --batch ${pulled.batch}\` undoes it.`);
}
