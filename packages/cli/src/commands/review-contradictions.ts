import type { Memory } from '@memora/engine';
import { toContradictionJson } from '@memora/engine/json';
import { completeId, shortId } from '../input/complete-id.ts';
import { readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists contradictions, with the source lines of both claims. */
export async function listContradictions(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using memory = await openCliMemory(context);
  const found = await memory.contradictions(readText(options, 'subject'));
  const texts = output.json
    ? await memory.readSpans(found.flatMap(({ newer, older }) => [newer, older]))
    : [];
  output.payload({
    contradictions: found.map((pair, i) =>
      toContradictionJson(pair, { newer: texts[2 * i] ?? null, older: texts[2 * i + 1] ?? null }),
    ),
  });
  for (const { id, newer, older, resolution, reason } of found) {
    output.line(`${output.style('bold', shortId(id))}  ${output.style('yellow', resolution)} (${reason})`);
    const days = [newer, older].map((claim) => (claim.precision === 'unknown' ? null : claim.validFrom));
    // Without both days, it is unknown which one is newer.
    const names = days.includes(null) || days[0] === days[1] ? ['one', 'other'] : ['newer', 'older'];
    for (const [i, claim] of [newer, older].entries()) {
      output.line(`  ${names[i]}  ${days[i] ?? 'undated'}  ${output.style('dim', shortId(claim.id))}`);
      await printClaimSource(memory, claim, output);
    }
  }
  if (found.length === 0) output.note('No contradictions.');
  else output.note('\nmemora contradictions resolve <id> <claim-id>, or acknowledge <id>, to settle one.');
  return EXIT.done;
}

/** Keeps both claims of a contradiction. */
export async function acknowledgeContradiction(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using memory = await openCliMemory(context);
  const { id } = await choosePair(memory, context);
  await memory.acknowledge(id, readText(options, 'reason') ?? '');
  output.payload({ id, resolution: 'acknowledged' });
  output.note('Both claims are kept. The decision is in _ledger.md.');
  return EXIT.done;
}

/** Settles a contradiction in favour of one of its claims. */
export async function resolveContradiction(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using memory = await openCliMemory(context);
  const { id, pair } = await choosePair(memory, context);
  const winner = completeId(args[1] ?? '', pair === undefined ? [] : [pair.newer.id, pair.older.id]);
  await memory.resolve(id, winner, readText(options, 'reason') ?? '');
  output.payload({ id, resolution: 'superseded', winner });
  output.note('The other claim is superseded now. The decision is in _ledger.md.');
  return EXIT.done;
}

/** The contradiction that the first argument names, with its whole id. */
async function choosePair(memory: Memory, { args }: Pick<CommandContext, 'args'>) {
  const pairs = await memory.contradictions();
  const id = completeId(
    args[0] ?? '',
    pairs.map((pair) => pair.id),
  );
  return { id, pair: pairs.find((each) => each.id === id) };
}
