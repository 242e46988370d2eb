import { toClaimJson, toIndexJson } from '@memora/engine/json';
import { readText, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { describeRefused } from '../output/format/describe-refused.ts';
import { formatTriple } from '../output/format/format-claim.ts';
import { withoutSecretNames } from '../output/without-secret-names.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Shows the claims that an extractor finds in one note. Nothing is stored; secret claims are counted and left out. */
export async function claimsExtract(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const asked = readText(options, 'note');
  if (asked === undefined) throw usageError('claims extract needs --note <path>');
  await using memory = await openCliMemory(context);
  const { note, claims, report } = await memory.extract(asked);
  const texts = await memory.readNote(note);
  const slices = claims.map(({ span }) =>
    texts === null ? null : new TextDecoder().decode(texts.subarray(span.start, span.end)),
  );
  const shown = await withoutSecretNames(report, memory);
  const { segments, refused, failures, warnings, usage } = toIndexJson(shown, NOTHING_RELATED);
  output.payload({
    note: (await memory.nameNotes([note]))(note),
    claims: claims.map((claim, i) => ({ ...toClaimJson(claim, {}), source_text: slices[i] ?? null })),
    withheld: report.claimsWithheld,
    segments,
    refused,
    failures,
    warnings,
    usage,
  });
  for (const [i, claim] of claims.entries()) {
    output.line(`${output.style('dim', claim.id)}  ${formatTriple(claim, {})}`);
    const said = slices[i]?.replace(/\s+/gu, ' ');
    if (said !== undefined) output.line(`  ${output.style('dim', said)}`);
  }
  output.note(summary(report.segments, report.claimsWithheld));
  const rejected = describeRefused(report.refused);
  if (rejected !== null) output.note(rejected);
  for (const { code, reason } of failures) output.note(`Failed: ${reason} (${code})`);
  return failures.length > 0 ? EXIT.partial : EXIT.done;
}

const NOTHING_RELATED = { contradictions: 0, stale: 0, vectors: null };

function summary(
  { total, claimed, gated }: { total: number; claimed: number; gated: Readonly<Record<string, number>> },
  withheld: number,
): string {
  const reasons = Object.entries(gated)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`);
  const left = reasons.length === 0 ? '' : `; left out: ${reasons.join(', ')}`;
  const hidden = withheld === 0 ? '' : `; ${withheld} secret claims not shown`;
  return `${claimed} of ${total} segments make claims${left}${hidden}.`;
}
