import type { Memory } from '@memora/engine';
import { toChallengerJson } from '@memora/engine/json';
import { completeId, isWholeId, shortId } from '../input/complete-id.ts';
import { readFlag, readText } from '../input/read-option.ts';
import { readRegion } from '../input/read-region.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** The number of items that a person reads at once; `--all` shows the rest. */
const SCREENFUL = 10;

/** Looks for things that need attention: contradictions, stale claims, decisions due, gaps; the most consequential first. */
export async function challengeVault(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  await using memory = await openCliMemory(context);
  const region = await readRegion(options, memory);
  const asked = {
    dryRun: readFlag(options, 'dryRun'),
    signal: io.signal,
    ...(region === undefined ? {} : { region }),
  };
  const report = await whileBusy('looking for what needs attention', memory.challenge(asked), context);
  output.payload(toChallengerJson(report));
  const all = readFlag(options, 'all');
  const open = report.items.filter(({ acknowledged }) => all || !acknowledged);
  for (const item of open.slice(0, all ? open.length : SCREENFUL)) {
    const { id, kind, reason, thing, severity, impact, evidence, action, acknowledged } = item;
    const seen = acknowledged ? ', acknowledged' : '';
    const name = thing === null ? '' : `: ${toOneLine(thing)}`;
    const title = `${kind.replaceAll('_', ' ')} (${reason.replaceAll('_', ' ')})${name}`;
    output.line(
      `${output.style('bold', title)}  ${severity}, impact ${impact}${seen}  ${output.style('dim', shortId(id))}`,
    );
    for (const { note, text } of evidence.slice(0, 4)) {
      output.line(
        `    ${output.style('dim', toOneLine(note))}${text === null ? '' : `: ${toOneLine(text)}`}`,
      );
    }
    output.line(`    ${toOneLine(action)}`);
    if (item.question !== undefined) output.line(`    ${toOneLine(item.question)}`);
  }
  if (open.length === 0) output.note('Nothing needs attention.');
  else if (!all && open.length > SCREENFUL) output.note(`\n… and ${open.length - SCREENFUL} more: --all`);
  if (report.acknowledged > 0 && !all) output.note(`${report.acknowledged} acknowledged.`);
  return EXIT.done;
}

/** Completes an id that can be acknowledged: a contradiction's, or an item's of a challenge. */
async function completeItemId(given: string, memory: Memory): Promise<string> {
  const pairs = await memory.contradictions();
  const id = completeId(
    given,
    pairs.map((pair) => pair.id),
  );
  if (isWholeId(id)) return id;
  const { items } = await memory.challenge({ dryRun: true });
  return completeId(
    given,
    items.map((item) => item.id),
  );
}

/** Records that an item was seen. It stays hidden until something about it changes. */
export async function acknowledgeItem(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using memory = await openCliMemory(context);
  const id = await completeItemId(args[0] ?? '', memory);
  await memory.acknowledge(id, readText(options, 'reason') ?? '');
  output.payload({ id, acknowledged: true });
  output.note('Noted in _ledger.md. It stays hidden until something about it changes.');
  return EXIT.done;
}
