import { type Admission, type AgentMemory, askAbout } from '@memora/agent-memory';
import type { CommandContext } from '../../program/command-spec.ts';
import { describeAdmission } from './describe-admission.ts';

/** Prints the decision about a memory: as fields for a program, as sentences for a person. */
export async function printAdmission(
  admission: Admission,
  agent: AgentMemory,
  output: CommandContext['output'],
): Promise<void> {
  const { decision, code, memoryId, target, trust, band, held, hidden } = admission;
  const { reasons, similar, grounding, savesLeft } = admission;
  const ask = await askAbout(admission, agent);
  output.payload({
    ...{
      decision,
      code,
      memory_id: memoryId,
      target,
      trust,
      band,
      held,
      hidden,
      reasons,
      similar,
      grounding,
    },
    saves_left: savesLeft,
    ask,
  });
  const { said, notes } = describeAdmission(admission);
  output.line(`${output.style('dim', code)}  ${said}`);
  for (const note of notes) output.note(note);
}
