import { readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { sayRefusal } from '../output/format/describe-refused.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the refused records of models, each with its reason. */
export async function claimsRefused(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using memory = await openCliMemory(context);
  const note = readText(options, 'note');
  const refused = (await memory.refusals()).filter(({ notePath }) => note === undefined || notePath === note);
  output.payload({
    refused: refused.map(({ notePath, reason, quote, subject, relation, object, extractor, at }) => ({
      note: notePath,
      reason,
      quote,
      subject,
      relation,
      object,
      extractor,
      at,
    })),
  });
  let last = '';
  for (const { notePath, reason, quote, subject, relation, object } of refused) {
    if (notePath !== last) output.line(`${last === '' ? '' : '\n'}${output.style('bold', notePath)}`);
    last = notePath;
    output.line(`  ${[subject, relation, object].filter((part) => part !== null).join(' · ')}`);
    output.line(`    ${output.style('dim', `“${quote}”`)}`);
    output.line(`    ${output.style('yellow', sayRefusal(reason))}`);
  }
  if (refused.length === 0) output.note('Nothing that a model returned was refused.');
  return EXIT.done;
}
