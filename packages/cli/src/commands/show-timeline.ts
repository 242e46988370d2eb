import type { Claim } from '@memora/claims';
import type { Memory, RelatedClaim } from '@memora/engine';
import { showClaim, toClaimJson } from '@memora/engine/json';
import { readAsOf, readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { printHeld, toHeldJson, toSpokenJson } from './print-held.ts';

/** Edges that lead from other notes to a subject. */
const SPEAKS_OF = [
  'mentioned_in',
  'relates_to',
  'applies_to',
  'caused',
  'learned_from',
  'depends_on',
] as const;

/** Statements of other notes that link to the subject, and the notes that are named together with it. */
async function readAround(memory: Memory, claims: readonly Claim[], secret: boolean) {
  const own = new Set(claims.map(({ id }) => id));
  const related = await memory.related([...own], [...SPEAKS_OF, 'co_occurs'], { secret });
  const others = new Map(
    related.filter(({ claim }) => !own.has(claim.id)).map((found) => [found.claim.id, found] as const),
  );
  const [beside, mentions] = [true, false].map((isBeside) =>
    [...others.values()].filter(({ type }) => (type === 'co_occurs') === isBeside),
  ) as [RelatedClaim[], RelatedClaim[]];
  return { mentions: mentions.map(({ claim }) => claim), beside };
}

/** Shows every claim about a subject, oldest first. */
export async function showTimeline(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const subject = args.join(' ').trim();
  const valid = readAsOf(options)?.valid;
  await using memory = await openCliMemory(context);
  if (valid !== undefined) return await showHeld(memory, subject, valid, context);
  const claims = await memory.timeline(subject, { secret: reveal });
  const around = await readAround(memory, claims, reveal);
  output.payload({
    subject,
    entries: await toSpokenJson(claims, memory, { reveal }),
    mentions: around.mentions.map((claim) => toClaimJson(claim, { reveal })),
    beside: around.beside.map(({ claim, weight }) => ({
      note: showClaim(claim, { reveal }).notePath,
      title: showClaim(claim, { reveal }).noteTitle,
      weight,
    })),
  });
  for (const claim of claims) {
    const until = claim.validUntil === null ? '' : ` – ${claim.validUntil}`;
    const when = claim.precision === 'unknown' ? 'undated' : `${claim.validFrom ?? '?'}${until}`;
    const state = claim.status === 'current' ? '' : ` (${claim.status})`;
    output.line(
      `${output.style('bold', when)}${output.style('yellow', state)}  ${output.style('dim', claim.id)}`,
    );
    await printClaimSource(memory, claim, output, { reveal });
  }
  if (around.mentions.length > 0) output.line(`\n${output.style('bold', 'Elsewhere')}`);
  for (const claim of around.mentions) await printClaimSource(memory, claim, output, { reveal });
  if (around.beside.length > 0) {
    const titles = around.beside.map(({ claim, weight }) => `${claim.noteTitle} (${weight} notes)`);
    output.line(`\nOften named with it: ${titles.join(', ')}`);
  }
  if (claims.length === 0)
    output.note('The notes say nothing about that subject. `memora claims list` lists the subjects.');
  return EXIT.done;
}

/** Shows the claims about a subject that were valid at a date, and the claims that have replaced them since. */
async function showHeld(
  memory: Memory,
  subject: string,
  date: string,
  { options, output }: CommandContext,
): Promise<ExitCode> {
  const reveal = readFlag(options, 'reveal');
  const held = await memory.heldAt(subject, date, { secret: reveal });
  output.payload({
    subject,
    as_of: date,
    entries: await toHeldJson(held, memory, { reveal }),
  });
  await printHeld(held, memory, output, { reveal });
  if (held.length === 0) output.note(`The notes say nothing about that subject on ${date}.`);
  return EXIT.done;
}
