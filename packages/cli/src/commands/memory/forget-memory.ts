import { readText } from '../../input/read-option.ts';
import { countOf } from '../../output/format/count-of.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/**
 * Moves a memory to the trash. If the text is in a person's note, retracts the claim and leaves the note
 * unchanged.
 */
export async function forgetMemory(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using agent = await openCliAgent(context);
  const reason = readText(options, 'reason') ?? 'forgotten on the command line';
  const { forgotten, where, path, falls, holdAgain, restorable } = await agent.forget(
    (args[0] ?? '').trim(),
    {
      reason,
    },
  );
  output.payload({ forgotten, where, path, falls, hold_again: holdAgain, restore: restorable });
  output.line(
    where === 'trash'
      ? `Forgot ${forgotten}. Its note is in ${path?.slice(0, path.lastIndexOf('/'))}.`
      : `Retracted ${forgotten} in _ledger.md. The note that says it stays as it is.`,
  );
  if (falls.length > 0) output.line(`${countOf(falls.length, 'statement')} depended on it, now stale:`);
  for (const id of falls) output.line(`  ${id}`);
  if (holdAgain.length > 0) output.line('It had replaced these memories, which are current again:');
  for (const id of holdAgain) output.line(`  ${id}`);
  if (restorable) output.note(`\`memora memory restore ${forgotten}\` brings it back.`);
  return EXIT.done;
}
