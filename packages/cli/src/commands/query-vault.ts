import type { Memory } from '@memora/engine';
import { toAnswerJson, toHitJson } from '@memora/engine/json';
import { readAsOf, readFlag, readInteger, usageError } from '../input/read-option.ts';
import { readRegion } from '../input/read-region.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { describeReasons } from '../output/format/describe-reasons.ts';
import { describeTime } from '../output/format/describe-time.ts';
import { describeBehind, describeNotices, formatAnswer } from '../output/format/format-answer.ts';
import { formatTriple } from '../output/format/format-claim.ts';
import { createIndexProgress, openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Answers a question from the notes, or lists the claims that were found. */
export async function queryVault(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const question = args.join(' ').trim();
  if (question === '') throw usageError('the question is empty');
  const reveal = readFlag(options, 'reveal');
  const k = readInteger(options, 'k', 1);
  const asOf = readAsOf(options);
  await using memory = await openCliMemory(context);
  await refreshFirst(memory, context);
  const region = await readRegion(options, memory);
  const asked = {
    signal: io.signal,
    ...(k === undefined ? {} : { k }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(region === undefined ? {} : { region }),
    ...(readFlag(options, 'conversations') ? { conversations: true } : {}),
    // Unless revealed no secret claim is found: being found by a word would tell the word.
    ...(reveal ? {} : { bands: ['public', 'private'] as const }),
  };
  if (readFlag(options, 'claims')) {
    const found = await memory.query(question, asked);
    output.payload({
      hits: found.hits.map((hit) => toHitJson(hit, { reveal })),
      behind: found.behind,
      degraded: found.degraded,
      degraded_reasons: found.degradedReasons,
    });
    for (const { claim, score } of found.hits) {
      output.line(
        `${output.style('dim', claim.id)}  ${score.toFixed(3)}  ${formatTriple(claim, { reveal })}`,
      );
    }
    if (found.behind.length > 0)
      output.note(output.styleError('yellow', `! ${describeBehind(found.behind)}`));
    return found.hits.length > 0 ? EXIT.done : EXIT.checkFailed;
  }
  const answer = await memory.ask(question, asked);
  const raw = readFlag(options, 'raw');
  output.payload({ ...toAnswerJson(answer, { reveal }), ...(raw ? { draft_unverified: answer.draft } : {}) });
  for (const line of describeTime(answer)) output.line(output.style('dim', line));
  for (const line of await formatAnswer(answer, memory, output, { reveal })) output.line(line);
  if (raw) {
    output.line(`\n${output.style('yellow', '--- draft, before verification: not to be relied on ---')}`);
    output.line(answer.draft);
  }
  for (const notice of describeNotices(answer, { reveal }))
    output.note(output.styleError('yellow', `! ${notice}`));
  if (answer.degradedReasons.length > 0) {
    output.note(output.styleError('dim', `Note: ${describeReasons(answer.degradedReasons)}.`));
  }
  return answer.report.verifiedCount > 0 ? EXIT.done : EXIT.checkFailed;
}

/** The notes are asked as they are now; a vault that was never indexed is indexed here, and says how far it is. */
async function refreshFirst(memory: Memory, { io, output }: CommandContext): Promise<void> {
  const asked = { first: true, signal: io.signal };
  if ((await memory.revision()) !== null) {
    await memory.refresh(asked);
    return;
  }
  // A program reads the error from there, if one comes of it.
  if (!output.json)
    output.note(output.styleError('dim', 'Nothing is indexed yet: the notes are indexed first.'));
  using progress = await openProgress(io, { quiet: output.quiet });
  await memory.refresh({ ...asked, onProgress: createIndexProgress(progress, memory.nameNotes) });
  progress.stop();
}
