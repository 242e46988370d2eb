import { ASKED_ANYWHERE, ASKED_START } from './asked-words.ts';

/** What a question asks for. `other` where its words do not say: a few words typed into a search box mostly. */
export type AskedKind =
  | 'who'
  | 'when'
  | 'where'
  | 'how-many'
  | 'how-much'
  | 'which'
  | 'yes-no'
  | 'how-to'
  | 'definition'
  | 'comparison'
  | 'other';

/** Words before the one by which a question asks: `in which`, `and since when`. */
const MOST_BEFORE = 2;

/** What begins a question of its own: a `when` behind it asks for no time. */
const ASKS_WHAT = /^(?:what|que|qué|cosa|wat|vad|hvad|hva)$/u;

/** What a question asks for, by its words alone. */
export function readAskedKind(question: string): AskedKind {
  const text = question.normalize('NFC').toLowerCase();
  const [comparison] = ASKED_ANYWHERE;
  if (comparison?.[1].test(text)) return 'comparison';
  const words = Array.from(text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu), ([word]) => word);
  for (let before = 0; before <= MOST_BEFORE; before++) {
    const kind = startingWith(words.slice(before, before + LONGEST));
    // A verb in front asks for yes or no; behind other words it is a verb.
    if (kind !== undefined && (before === 0 || !['yes-no', 'definition'].includes(kind))) return kind;
    // `What happens when …` asks for what happens.
    if (ASKS_WHAT.test(words[before] ?? '')) break;
  }
  return (ASKED_ANYWHERE.find(([, pattern]) => pattern.test(text))?.[0] as AskedKind | undefined) ?? 'other';
}

const KINDS: ReadonlyMap<string, AskedKind> = new Map(
  ASKED_START.toReversed().flatMap(([kind, words]) =>
    words.split('|').map((each) => [each, kind as AskedKind] as const),
  ),
);
const LONGEST = Math.max(...[...KINDS.keys()].map((words) => words.split(' ').length));

/** The longest phrase wins: `how many` before `how`. */
function startingWith(words: readonly string[]): AskedKind | undefined {
  for (let count = words.length; count > 0; count--) {
    const kind = KINDS.get(words.slice(0, count).join(' '));
    if (kind !== undefined) return kind;
  }
  return undefined;
}
