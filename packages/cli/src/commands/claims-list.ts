import type { Claim } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { isNameHidden, REDACTED, showClaim, toClaimJson } from '@memora/engine/json';
import { readAsOf, readFlag, readInteger, readText } from '../input/read-option.ts';
import { readRegion } from '../input/read-region.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { formatTriple } from '../output/format/format-claim.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the stored claims, in file order. */
export async function claimsList(context: CommandContext): Promise<ExitCode> {
  const { options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const asOf = readAsOf(options);
  const limit = readInteger(options, 'limit', 1);
  await using memory = await openCliMemory(context);
  const region = await readRegion(options, memory);
  const note = readText(options, 'note');
  if (note !== undefined) await assertIndexed(memory, note);
  const status = readText(options, 'status');
  // The validity of a secret claim, and whether it is contested, depend on its content. Without --reveal it
  // is in no such list.
  const isOpenOnly = !reveal && (status !== undefined || asOf?.valid !== undefined);
  const page = await memory.claims.listClaims({
    ...defined('notePath', note),
    ...defined('subject', readText(options, 'subject')),
    ...defined('region', region),
    ...defined('status', status as 'current' | undefined),
    ...(isOpenOnly ? { bands: ['public', 'private'] } : {}),
    ...defined('after', readText(options, 'after')),
    ...defined('limit', limit),
    ...(asOf === undefined ? {} : { asOf }),
  });
  const texts = await memory.readSpans(page.claims, { reveal });
  const isOfTeam = readFlag(options, 'team');
  const entities = isOfTeam ? null : await memory.entities.idsOf(page.claims);
  output.payload({
    claims: page.claims.map((claim, i) => ({
      ...toClaimJson(claim, { reveal }),
      ...toFacts(showClaim(claim, { reveal })),
      entity_id: entities?.get(claim.id) ?? null,
      source_text: texts[i] ?? null,
    })),
    next: page.next,
  });
  let last = '';
  for (const [i, claim] of page.claims.entries()) {
    if (claim.notePath !== last) {
      const name = isNameHidden(claim, { reveal }) ? `${REDACTED}.md` : claim.notePath;
      output.line(`${last === '' ? '' : '\n'}${output.style('bold', name)}`);
      last = claim.notePath;
    }
    const { status } = showClaim(claim, { reveal });
    const state = status === 'current' ? '' : output.style('yellow', ` (${status})`);
    const said = output.markdown(formatTriple(claim, { reveal, sentence: texts[i] ?? null }));
    output.line(`  ${output.style('dim', claim.id)}  ${said}${state}`);
  }
  if (page.claims.length === 0) output.note('No claims match.');
  else if (page.next !== null) output.note(`\nMore: --after ${page.next}`);
  return EXIT.done;
}

/** The properties and times of a claim; null if it has none. */
function toFacts({ predicate, metadata }: Claim) {
  const { event = null, modality = 'asserted', reported_by = null } = metadata;
  return { relation: predicate === 'states' ? null : predicate, event, modality, reported_by };
}

/**
 * Throws `NOTE_NOT_FOUND` if no such note is indexed, because an empty list would look as if the note had no
 * claims.
 */
async function assertIndexed(memory: Memory, path: string): Promise<void> {
  if ((await memory.claims.notes()).some((note) => note.path === path)) return;
  throw new MemoraError(`there is no indexed note ${JSON.stringify(path)}`, {
    code: 'NOTE_NOT_FOUND',
    hint: 'Give its path from the root of the vault, with slashes; `memora index` adds a new one.',
  });
}

function defined<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}
