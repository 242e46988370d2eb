import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Shows how much was learned from use, and deletes it with `--reset`. Figures only. */
export async function privacyFeedback(context: CommandContext): Promise<ExitCode> {
  const { output, options } = context;
  await using memory = await openCliMemory(context);
  const { enabled, claims, pairs } = await memory.feedback();
  const unlearned = readFlag(options, 'reset') ? await memory.resetFeedback() : null;
  output.payload({ enabled, claims, pairs, unlearned });
  if (unlearned !== null) output.line(`Forgotten: ${unlearned} pairs of claims.`);
  else if (pairs > 0) output.line(`${claims} claims are linked by the questions asked, in ${pairs} pairs.`);
  else output.line('Nothing has been learned from use yet.');
  if (!enabled) output.line('Nothing is learned now: retrieval.learn_from_use is not set.');
  return EXIT.done;
}
