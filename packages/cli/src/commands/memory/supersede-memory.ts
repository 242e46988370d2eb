import { printAdmission } from '../../output/format/print-admission.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Records that a saved memory replaces another one. Both notes stay, the older one as history. */
export async function supersedeMemory(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  const [older = '', by = ''] = args.map((id) => id.trim());
  await using agent = await openCliAgent(context);
  await printAdmission(await agent.supersede(older, { by }), agent, output);
  return EXIT.done;
}
