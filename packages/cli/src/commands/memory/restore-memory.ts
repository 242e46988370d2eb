import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Brings back a memory that was forgotten. */
export async function restoreMemory(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  await using agent = await openCliAgent(context);
  const { restored, path } = await agent.restore((args[0] ?? '').trim());
  output.payload({ restored, path });
  output.line(`Restored ${restored}: ${path}`);
  return EXIT.done;
}
