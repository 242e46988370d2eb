import { toClaimJson } from '@memora/engine/json';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { formatTriple } from '../output/format-claim.ts';
import { readAsOf, readFlag, readInteger, readText } from '../read-option.ts';

/** Lists the stored claims, in file order. */
export async function claimsList(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const asOf = readAsOf(options);
  const limit = readInteger(options, 'limit', 1);
  await using memory = await openCliMemory(context);
  const page = await memory.claims.listClaims({
    ...defined('notePath', readText(options, 'note')),
    ...defined('subject', readText(options, 'subject')),
    ...defined('region', readText(options, 'region')),
    ...defined('status', readText(options, 'status') as 'current' | undefined),
    ...defined('after', readText(options, 'after')),
    ...defined('limit', limit),
    ...(asOf === undefined ? {} : { asOf }),
  });
  const texts = await memory.readSpans(page.claims, { reveal });
  output.payload({
    claims: page.claims.map((claim, i) => ({
      ...toClaimJson(claim, { reveal }),
      source_text: texts[i] ?? null,
    })),
    next: page.next,
  });
  let note = '';
  for (const claim of page.claims) {
    if (claim.notePath !== note) {
      output.line(`${note === '' ? '' : '\n'}${output.style('bold', claim.notePath)}`);
      note = claim.notePath;
    }
    const state = claim.status === 'current' ? '' : output.style('yellow', ` (${claim.status})`);
    output.line(`  ${output.style('dim', claim.id)}  ${formatTriple(claim, { reveal })}${state}`);
  }
  if (page.claims.length === 0) output.note('No claims match.');
  else if (page.next !== null) output.note(`\nMore: --after ${page.next}`);
  return EXIT.done;
}

function defined<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}
