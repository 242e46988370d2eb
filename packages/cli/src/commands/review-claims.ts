import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import {
  toClaimJson,
  toContradictionJson,
  toDecisionJson,
  toHistoryJson,
  toStaleJson,
} from '@memora/engine/json';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { formatTriple, toOneLine } from '../output/format-claim.ts';
import { readFlag, readText, usageError } from '../read-option.ts';

/** Everything ever said about a subject, oldest first. */
export async function timeline(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const subject = args.join(' ');
  await using memory = await openCliMemory(context);
  const entries = await memory.timeline(subject);
  output.payload({ subject, entries: entries.map((claim) => toClaimJson(claim, { reveal })) });
  for (const claim of entries) {
    const until = claim.validUntil === null ? '' : ` – ${claim.validUntil}`;
    const state = claim.status === 'current' ? '' : output.style('yellow', ` (${claim.status})`);
    output.line(`${(claim.validFrom ?? 'undated').slice(0, 10)}${until}  ${formatTriple(claim, { reveal })}${state}`);
    output.line(`    ${output.style('cyan', claim.notePath)}  ${output.style('dim', claim.id)}`);
  }
  if (entries.length === 0) output.note('Nothing is said about that subject.');
  return EXIT.done;
}

/** Claims whose ground fell away. */
export async function stale(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  await using memory = await openCliMemory(context);
  const claims = await memory.stale();
  output.payload({ claims: claims.map(toStaleJson) });
  for (const { claim, reason } of claims) {
    output.line(`${output.style('dim', claim.id)}  ${formatTriple(claim, { reveal: readFlag(options, 'reveal') })}`);
    output.line(`    ${reason}  ${output.style('cyan', claim.notePath)}`);
  }
  if (claims.length === 0) output.note('No claim is stale.');
  return EXIT.done;
}

/** Pairs of claims that cannot both hold. */
export async function contradictions(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const reveal = readFlag(options, 'reveal');
  await using memory = await openCliMemory(context);
  const found = await memory.contradictions(args.length === 0 ? undefined : args.join(' '));
  output.payload({ contradictions: found.map((each) => toContradictionJson(each, { reveal })) });
  for (const { id, newer, older, resolution, reason } of found) {
    output.line(`${output.style('bold', resolution)}  ${output.style('dim', id)}  ${toOneLine(reason)}`);
    output.line(`    + ${formatTriple(newer, { reveal })}  ${output.style('cyan', newer.notePath)}  ${newer.id}`);
    output.line(`    - ${formatTriple(older, { reveal })}  ${output.style('cyan', older.notePath)}  ${older.id}`);
  }
  if (found.length === 0) output.note('Nothing contradicts.');
  return EXIT.done;
}

/** The decisions that the notes record, newest first. */
export async function decisions(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const reveal = readFlag(options, 'reveal');
  await using memory = await openCliMemory(context);
  const found = await memory.decisions();
  const claims = await memory.claims.getClaims(found.map((each) => each.id));
  const shown = found.map((each) => toDecisionJson(each, claims.get(each.id), { reveal }));
  output.payload({ decisions: shown });
  for (const { id, title, decided_on, status } of shown) {
    output.line(`${(decided_on ?? 'undated').slice(0, 10)}  ${status.padEnd(10)}  ${toOneLine(title)}  ${output.style('dim', id)}`);
  }
  if (shown.length === 0) output.note('The notes record no decision.');
  return EXIT.done;
}

/** What became of a claim, in order. */
export async function claimsHistory(context: CommandContext): Promise<ExitCode> {
  const { args, output } = context;
  await using memory = await openCliMemory(context);
  const entries = await memory.history(args[0] ?? '');
  output.payload({ claim_id: args[0], entries: entries.map(toHistoryJson) });
  for (const { at, kind, relatedId } of entries) output.line(`${at}  ${kind}${relatedId === null ? '' : `  ${relatedId}`}`);
  return EXIT.done;
}

/** A decision about claims that goes into the ledger of the vault, with its reason. */
const decide =
  (act: (memory: Memory, args: readonly string[], reason: string) => Promise<void>, done: string) =>
  async (context: CommandContext): Promise<ExitCode> => {
    const { args, options, output } = context;
    const reason = readText(options, 'reason')?.trim();
    if (!reason) throw usageError('--reason is needed: the ledger says why');
    await using memory = await openCliMemory(context);
    const [first = ''] = args;
    if (done === 'forgotten' || done === 'revalidated') await assertClaim(memory, first);
    await act(memory, args, reason);
    output.payload({ id: first, done });
    output.line(`${output.style('green', done)}  ${first}`);
    return EXIT.done;
  };

export const acknowledge = decide((memory, [id = ''], reason) => memory.acknowledge(id, reason), 'acknowledged');
export const resolve = decide((memory, [id = '', winner = ''], reason) => memory.resolve(id, winner, reason), 'resolved');
export const revalidate = decide((memory, [id = ''], reason) => memory.revalidate(id, reason), 'revalidated');
export const claimsForget = decide((memory, [id = ''], reason) => memory.forget(id, reason), 'forgotten');

async function assertClaim(memory: Memory, id: string): Promise<void> {
  if ((await memory.claims.getClaims([id])).size > 0) return;
  throw new MemoraError(`no claim has the id ${JSON.stringify(id)}`, {
    code: 'CLAIM_NOT_FOUND',
    hint: '`memora claims list` shows the ids there are.',
  });
}
