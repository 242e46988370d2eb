import { type ChallengeItem, titleOfItem } from '@memora/engine';
import { toChallengerJson } from '@memora/engine/json';
import { shortId } from '../input/complete-id.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** A person settles a few things a day. */
const MOST_ITEMS = 5;
/** At most this many of one sort; more of it only if nothing else is open. */
const MOST_OF_SORT = 2;
/** Lines of notes that an item shows. */
const MOST_LINES = 2;

/**
 * Shows the few things that want a person's look today: days that have passed or come soon, open tasks, two figures for one thing, what
 * contradicts, what rests on something that fell, decisions that are due, open questions.
 */
export async function showToday(context: CommandContext): Promise<ExitCode> {
  const { io, output } = context;
  await using memory = await openCliMemory(context);
  const looking = memory.challenge({ dryRun: true, signal: io.signal });
  const report = await whileBusy('looking for open items', looking, context);
  // What little is known of can wait: `memora challenge` lists it, too.
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

/** The first of every sort, in the order in which they weigh. */
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
