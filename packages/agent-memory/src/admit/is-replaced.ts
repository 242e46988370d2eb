import {
  ARTICLES,
  COPULAS,
  FILLERS,
  FROM_WORDS,
  PLURAL_COPULAS,
  POSSESSIVES,
  SINGLE_VERBS,
} from '@memora/language/words';
import { sameWord } from './align-statements.ts';

/** "We switched our library from winston to pino": what the older one says stands in it. */
export function isReplaced(a: readonly string[], b: readonly string[]): boolean {
  const [x, y] = [contentOf(a), contentOf(b)];
  const has = (token: string) => x.some((other) => sameWord(token, other));
  const kept = y.filter(has).length;
  if (y.length < 2 || !has(y.at(-1) as string)) return false;
  // Another verb is left out, and nobody else: "Pemba moved to Ghent" says nothing of Orlo.
  if (kept === y.length || (kept > 2 && kept === y.length - 1 && has(y[0] as string))) return true;
  // "The user has switched from Vim to Helix" after "The user uses Vim": who, and what.
  return y.length === 3 && kept === 2 && has(y[0] as string) && y.some((token) => USES.has(token));
}

/** "The backup was moved from Frankfurt to Dublin" after "The backup is stored in Frankfurt": of what, and where from. */
export function isMoved(a: readonly string[], b: readonly string[]): boolean {
  const [thing = '', verb = ''] = b.filter((token) => !POSSESSIVES.has(token));
  if (b.length > MOST_WORDS || ![COPULAS, PLURAL_COPULAS, SINGLE_VERBS].some((verbs) => verbs.has(verb)))
    return false;
  const from = a.indexOf(b.at(-1) as string);
  return FROM_WORDS.has(a[from - 1] ?? '') && a.some((token) => sameWord(token, thing));
}

/** "Prettier was replaced with Biome" after "The formatter is Prettier": what is replaced is named first, and is what the older one names last. */
export function isNamedReplaced(text: string, b: readonly string[]): boolean {
  const said =
    /^(?<what>.{1,40}?) (?:was|were|has been|have been|wurden?|a été|ha sido|fue|è stat[oa]|foi) /u.exec(
      text,
    );
  const what = (said?.groups?.['what'] ?? '').split(' ');
  const at = b.length - what.length;
  return (
    at > 1 && at < MOST_WORDS && what.every((token, i) => token === b[at + i]) && isTaken(b[at - 1] as string)
  );
}

function isTaken(verb: string): boolean {
  return COPULAS.has(verb) || USES.has(verb);
}

/** A longer sentence says more of a thing than what it was replaced by. */
const MOST_WORDS = 5;

/** "Ines took over the team from Marek" after "Marek leads the team": who did it is named, and what. */
export function isSucceeded(a: readonly string[], b: readonly string[]): boolean {
  const [who = '', ...what] = contentOf(b);
  const isTold = (token: string) =>
    a.some((other) => sameWord(token, other) || (token.length > 3 && other.startsWith(token)));
  return a[0] !== who && a.includes(who) && what.some(isTold);
}

/** "was upgraded to Debian 12" after "runs Debian 11". */
export function isOtherVersion(
  head: readonly string[],
  to: readonly string[],
  b: readonly string[],
): boolean {
  if (head.length === 0 || !head.every((token, i) => sameWord(token, b[i]))) return false;
  const from = contentOf(b.slice(head.length));
  const isFigure = (token: string) => /^v?\p{N}/u.test(token);
  // "upgraded to the Pro plan" after "is on the free plan"
  if (from.length < 4 && from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) return true;
  return (
    from.some(isFigure) && to.some(isFigure) && from.some((token) => !isFigure(token) && to.includes(token))
  );
}

/** Uses, in the languages that say what was switched. */
const USES: ReadonlySet<string> = new Set(
  'uses use nutzt benutzt verwendet utilise usa utiliza использует'.split(' '),
);

/** The words that say something. */
export function contentOf(tokens: readonly string[]): string[] {
  return tokens.filter(
    (token) => ![FILLERS, ARTICLES, COPULAS, POSSESSIVES].some((words) => words.has(token)),
  );
}
