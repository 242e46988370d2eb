import { type ChallengeItem, titleOfItem } from '@memora/engine';
import { toChallengerJson } from '@memora/engine/json';
import { shortId } from '../input/complete-id.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** The number of items that a person handles in a day. */
const MOST_ITEMS = 5;
/** Maximum number of one kind; more only if nothing else is open. */
const MOST_OF_SORT = 2;
/** The number of note lines shown for an item. */
const MOST_LINES = 2;

/**
 * Shows the few things that need a person's attention today: days that have passed or come soon, open tasks,
 * two figures for one thing, contradictions, claims that depend on an invalid one, due decisions, open
 * questions.
 */
export async function showToday(context: CommandContext): Promise<ExitCode> {
  const { io, output } = context;
  await using memory = await openCliMemory(context);
  const looking = memory.challenge({ dryRun: true, signal: io.signal });
  const report = await whileBusy('looking for open items', looking, context);
  // Gaps in the notes can wait; `memora challenge` lists them.
  const open = report.items.filter(({ acknowledged, kind }) => !acknowledged && kind !== 'frontier');
  const items = chooseItems(open);
  output.payload({ ...toChallengerJson({ ...report, items }), more: open.length - items.length });
  for (const [i, item] of items.entries()) {
    const { id, evidence, action, question, thing } = item;
    const about = toOneLine(question ?? `${titleOfItem(item)}${thing === null ? '' : `: ${thing}`}`);
    output.line(`${i === 0 ? '' : '\n'}${output.style('bold', about)}`);
    for (const { note, text } of evidence.slice(0, MOST_LINES))
      output.line(`  ${text === null ? '' : `${toOneLine(text)}  `}${output.style('dim', toOneLine(note))}`);
    output.line(`  ${toOneLine(action)}`);
    output.line(output.style('dim', `  It can wait: memora challenge acknowledge ${shortId(id)}`));
  }
  if (items.length === 0) output.note('Nothing is open.');
  else if (open.length > items.length)
    output.note(
      `\n${open.length - items.length} more: memora challenge. To settle them on a page: memora open`,
    );
  return EXIT.done;
}

/** The first of every kind, in order of importance. */
function chooseItems(open: readonly ChallengeItem[]): ChallengeItem[] {
  const taken = new Map<string, number>();
  const isFew = ({ reason }: ChallengeItem) => {
    const count = (taken.get(reason) ?? 0) + 1;
    taken.set(reason, count);
    return count <= MOST_OF_SORT;
  };
  const few = open.filter(isFew);
  const chosen = new Set([...few, ...open.filter((item) => !few.includes(item))].slice(0, MOST_ITEMS));
  return open.filter((item) => chosen.has(item));
}
