import type { Claim } from '@memora/claims';
import { MemoraError } from '@memora/core';
import { isHidden, REDACTED, showClaim, toClaimJson } from '@memora/engine/json';
import { completeClaimId } from '../input/complete-id.ts';
import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { formatTriple } from '../output/format/format-claim.ts';
import { findSource, printClaimSource } from '../output/format/print-claim-source.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Shows one claim, its source line with the span marked, and its edges. */
export async function claimsShow(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const reveal = readFlag(options, 'reveal');
  await using memory = await openCliMemory(context);
  const id = await completeClaimId(args[0] ?? '', memory);
  const claim = (await memory.claims.getClaims([id])).get(id as never);
  if (claim === undefined) {
    throw new MemoraError(`no claim has the id ${JSON.stringify(id)}`, {
      code: 'CLAIM_NOT_FOUND',
      hint: '`memora claims list` lists the ids.',
    });
  }
  const hidden = isHidden(claim, { reveal });
  const shown = showClaim(claim, { reveal });
  const related = await memory.related([claim.id], undefined, { secret: reveal });
  const all = await memory.claims.edges({ ids: [claim.id] });
  const ends = await memory.claims.getClaims(all.flatMap(({ from, to }) => [from, to]));
  const edges = all.filter(({ from, to }) => [from, to].every((end) => isShown(ends.get(end), reveal)));
  const [sourceText] = await memory.readSpans([claim], { reveal });
  const lines = await findSource(memory, claim, { reveal });
  output.payload({
    ...toClaimJson(claim, { reveal }),
    source_text: sourceText ?? null,
    edges: edges.map(({ from, to, type, weight }) => ({ from, to, type, weight })),
    evidence: [
      {
        note: shown.notePath,
        line: lines?.line ?? null,
        span: [claim.span.start, claim.span.end],
        text: hidden ? REDACTED : (lines?.text ?? null),
      },
    ],
  });
  output.line(output.style('bold', formatTriple(claim, { reveal })));
  for (const [name, value] of [
    ['id', claim.id],
    ['status', shown.status],
    ['kind', `${shown.kind}, ${shown.assertion}`],
    ['band', shown.band],
    ['valid', `${shown.validFrom ?? '?'} – ${shown.validUntil ?? ''}`],
    ['extractor', shown.extractor],
  ]) {
    output.line(`  ${output.style('dim', `${name}`.padEnd(10))}${value}`);
  }
  output.line();
  await printClaimSource(memory, claim, output, { reveal, indent: '' });
  for (const { type, outgoing, claim: other } of related) {
    output.line(`  ${outgoing ? `${type} → ${other.id}` : `${other.id} ${type} → this`}`);
    await printClaimSource(memory, other, output, { reveal });
  }
  return EXIT.done;
}

function isShown(claim: Claim | undefined, reveal: boolean): boolean {
  return reveal || (claim !== undefined && !isHidden(claim));
}
