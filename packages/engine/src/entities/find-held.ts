import { plainName } from '@memora/claims/internal';
import { wordsOf } from '@memora/language/words';
import type { Memory } from '../memory.ts';
import type { SecretOption } from '../upkeep/review/memory-review.ts';
import type { HeldClaim } from './create-held-at.ts';

/** Maximum number of statements next to an answer. */
const MOST = 3;

/**
 * Returns what was valid at a time about the things in a question, with later replacements: claims that share
 * a word with the rest of the question first, then the newest. Empty if the question names nothing in the
 * notes. Throws `AS_OF_INVALID`.
 */
export async function findHeld(
  { claims, entities, heldAt, readSpans }: Pick<Memory, 'claims' | 'entities' | 'heldAt' | 'readSpans'>,
  question: string,
  date: string,
  asked: SecretOption = {},
): Promise<readonly HeldClaim[]> {
  const words = wordsOf(question);
  const text = ` ${words.join(' ')} `;
  const titles = (await claims.notes()).filter(({ band }) => band !== 'secret');
  const known = [...(await entities.list()), ...titles.map(({ title }) => ({ name: title, aliases: [] }))];
  const named = known.filter(({ name, aliases }) =>
    [plainName(name), ...aliases].some((each) => text.includes(` ${wordsOf(each).join(' ')} `)),
  );
  const names = new Set(named.flatMap(({ name, aliases }) => [name, ...aliases].flatMap(wordsOf)));
  const rest = words.filter((word) => !names.has(word) && word.length > 2);
  const found = new Map<string, HeldClaim>();
  for (const { name } of named)
    for (const held of await heldAt(name, date, asked)) found.set(held.claim.id, held);
  const all = [...found.values()].filter(({ claim }) => claim.assertion === 'asserted');
  const texts = await readSpans(all.map(({ claim }) => claim));
  const scored = all.map((held, i) => {
    const said = wordsOf(texts[i] ?? '');
    return {
      held,
      isShown: typeof texts[i] === 'string',
      score: rest.filter((word) => sharesStem(said, word)).length,
    };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score, isShown, held }) => isShown && (score === best || held.replacedBy.length > 0))
    .sort((a, b) => b.score - a.score || compareFrom(b.held, a.held))
    .slice(0, MOST)
    .map(({ held }) => held);
}

/** "work" and "works": one begins with the other, and the rest is short. */
function sharesStem(said: readonly string[], word: string): boolean {
  return said.some(
    (each) =>
      Math.abs(each.length - word.length) <= 2 &&
      (each.startsWith(word) || word.startsWith(each)) &&
      each.length > 2,
  );
}

function compareFrom(a: HeldClaim, b: HeldClaim): number {
  return (a.claim.validFrom ?? '') < (b.claim.validFrom ?? '') ? -1 : 1;
}
