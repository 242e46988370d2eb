import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Remembers a statement, as an agent's: whoever wants it trusted as their own writes it into MEMORY.md. */
export async function saveMemory(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  await using agent = await openCliAgent(context);
  const { decision, code, memoryId, target, trust, band, held, reasons, similar } = await agent.remember({
    content: args.join(' '),
  });
  output.payload({ decision, code, memory_id: memoryId, target, trust, band, held, reasons, similar });
  output.line(`${decision}  ${code}${memoryId === null ? '' : `  ${memoryId}`}`);
  if (held !== null) output.note('It is held: `memora memory confirm` lets it be used.');
  return decision === 'reject' ? EXIT.checkFailed : EXIT.done;
}
