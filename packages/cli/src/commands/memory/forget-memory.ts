import { readText } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Moves a memory to the trash. */
export async function forgetMemory(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using agent = await openCliAgent(context);
  const reason = readText(options, 'reason') ?? 'forgotten on the command line';
  const { forgotten, where, path, falls, restorable } = await agent.forget((args[0] ?? '').trim(), {
    reason,
  });
  output.payload({ forgotten, where, path, falls, restore: restorable });
  output.line(`forgot ${forgotten}: ${where}`);
  if (restorable) output.note(`\`memora memory restore ${forgotten}\` brings it back.`);
  return EXIT.done;
}
