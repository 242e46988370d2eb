import type { Answer } from '@memora/engine';
import { isNameHidden, REDACTED, toHitJson } from '@memora/engine/json';
import { readAsOf, readFlag, readInteger, usageError } from '../input/read-option.ts';
import { readRegion } from '../input/read-region.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { describeBehind } from '../output/format/describe-notices.ts';
import { formatTriple, toOneLine } from '../output/format/format-claim.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { printReply } from './print-reply.ts';
import { refreshFirst } from './refresh-first.ts';

/** Answers a question from the notes, or lists the claims that were found. */
export async function queryVault(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const question = args.join(' ').trim();
  if (question === '') throw usageError('the question is empty');
  const reveal = readFlag(options, 'reveal');
  const k = readInteger(options, 'k', 1);
  const asOf = readAsOf(options);
  await using memory = await openCliMemory(context);
  // A team's notes are indexed by its worker.
  if (!readFlag(options, 'team')) await refreshFirst(memory, context);
  const region = await readRegion(options, memory);
  const asked = {
    signal: io.signal,
    ...(k === undefined ? {} : { k }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(region === undefined ? {} : { region }),
    ...(readFlag(options, 'conversations') ? { conversations: true } : {}),
    // Secret claims are found only with --reveal, because a hit would confirm a guessed word.
    ...(reveal ? {} : { bands: ['public', 'private'] as const }),
  };
  if (readFlag(options, 'claims')) {
    const found = await memory.passages(question, asked);
    output.payload({
      hits: found.hits.map((hit) => toHitJson(hit, { reveal })),
      behind: found.behind,
      degraded: found.degraded,
      degraded_reasons: found.degradedReasons,
    });
    for (const [i, { name, hits }] of foldByNote(found.hits, { reveal }).entries()) {
      output.line(`${i === 0 ? '' : '\n'}${output.style('bold', name)}`);
      for (const { claim, score } of hits) {
        const said = output.markdown(formatTriple(claim, { reveal }));
        output.line(`  ${output.style('dim', claim.id)}  ${score.toFixed(3)}  ${said}`);
      }
    }
    if (found.behind.length > 0)
      output.note(output.styleError('yellow', `! ${describeBehind(found.behind)}`));
    return found.hits.length > 0 ? EXIT.done : EXIT.checkFailed;
  }
  return await printReply(question, asked, memory, context);
}

/** The claims by note; the note with the best claim first. */
function foldByNote(
  hits: Answer['hits'],
  options: { readonly reveal: boolean },
): readonly { readonly name: string; readonly hits: Answer['hits'] }[] {
  const byNote = Map.groupBy(hits, ({ claim }) =>
    isNameHidden(claim, options) ? `${REDACTED}.md` : claim.notePath,
  );
  return [...byNote].map(([name, hits]) => ({ name: toOneLine(name), hits }));
}
