import type { ConsolidationStep } from '@memora/agent-memory';
import { readFlag } from '../../../input/read-option.ts';
import { countOf } from '../../../output/format/count-of.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { openCliAgent } from '../open-cli-agent.ts';

const SAID: Readonly<Record<ConsolidationStep['code'], string>> = {
  said_since: 'Replaces a memory it disagrees with, because it was stated again later',
  ended: 'Has ended, moves to the trash',
  unconfirmed: 'Held for 90 days and never confirmed, moves to the trash',
  archived: 'An old daily note, moves to the archive',
  merged: 'Say the same, merged into the first',
  filed: 'Has another subject now, moves to its folder',
  evidence_gone: 'Lost its evidence, is stale',
  evidence_back: 'Has its evidence again',
};

/** Consolidates the memories of agents, without a model. */
export async function consolidateAgentMemory(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const dryRun = readFlag(options, 'dryRun');
  await using agent = await openCliAgent(context);
  // Notes that a person has edited since are read in their current state.
  if (!dryRun) await agent.memory.refresh();
  const { batch, isBusy, steps, left, emptied, asks } = await agent.consolidate({ dryRun });
  output.payload({ batch, busy: isBusy, steps, left, emptied, asks });
  for (const { code, notes } of steps)
    output.line(`${output.style('dim', code)}  ${SAID[code]}: ${notes.join(' ')}`);
  for (const { notes } of left) output.note(`Left alone, because it changed meanwhile: ${notes.join(' ')}`);
  if (isBusy) output.note('Another process is doing this; nothing was done.');
  else if (emptied > 0)
    output.line(`${countOf(emptied, 'file')} in the trash ${dryRun ? 'would be' : 'were'} deleted.`);
  else if (steps.length === 0) output.note('There is nothing to do.');
  for (const [newer, older] of asks)
    output.note(`Is ${older} still true? ${newer} is similar: \`memora memory show\` shows both.`);
  if (batch !== null) output.note(`\`memora memory rollback --batch ${batch}\` undoes it.`);
  return EXIT.done;
}
