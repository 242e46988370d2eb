import { languageOf } from '../words/language-of.ts';
import type { AlignedPair, DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { DriftToken } from './read-drift-tokens.ts';

/** A condition, or who says so, that the window has and the statement leaves out. */
export function compareLeftOut(pair: AlignedPair): DriftFinding[] {
  return [...leftOutCondition(pair), ...leftOutAttribution(pair)];
}

const CONDITIONAL =
  /^(?:when|whenever|where|while|once|until|otherwise|depending|with|without|during|after|bei|beim|sobald|quand|lorsque|cuando|quando|wanneer|когда|in|case|should)$/u;

function leftOutCondition({ said, known, alignment, backOf }: AlignedPair): DriftFinding[] {
  // The statement has a condition of its own, in other words. One that both have is not the one that is left out.
  if (
    said.some(
      (token, i) =>
        (isConditional(token, said) && (alignment.matchOf[i] as number) === -1) ||
        (CONDITIONAL.test(token.key) && !known.some(({ key }) => key === token.key)),
    )
  )
    return [];
  for (let k = 0; k < known.length; k++) {
    const token = known[k] as DriftToken;
    if (!isConditional(token, known) || (backOf[k] as number) !== -1 || isNoCondition(known, k)) continue;
    // The clause goes with its word: where the statement has the clause it says the condition in another way.
    const clause = known.slice(k + 1, k + 5).findIndex(({ content }) => content);
    if (clause === -1 || (backOf[k + 1 + clause] as number) !== -1) continue;
    return [difference('condition', null, token)];
  }
  return [];
}

/** `se` is a condition in Italian and Portuguese, `si` in French and Spanish; elsewhere they are pronouns. */
function isConditional({ role, key, text }: DriftToken, tokens: readonly DriftToken[]): boolean {
  const pronoun = key === 'si' || key === 'se';
  if (pronoun && text.toLowerCase() !== key) return false;
  if (!pronoun || text !== text.toLowerCase()) return role.condition;
  const { language } = languageOf(tokens.map((token) => token.text).join(' '));
  if (key === 'se' && language === null) {
    const next = tokens[tokens.findIndex((token) => token.key === key) + 1];
    return /^(?:o|a|os|as|il|i|gli|um|uma|un|una|uno)$/u.test(next?.key ?? '');
  }
  return key === 'si' ? language !== 'it' : language === 'it' || language === 'pt';
}

/** `as if`, `even if`, `asked if`: nothing depends on it. */
function isNoCondition(tokens: readonly DriftToken[], k: number): boolean {
  const before = tokens[k - 1]?.key ?? '';
  return /^(?:as|even|ask|asks|asked|see|check|know|knows|wonder|wondered|what|or|whether|auch|als|selbst|meme|comme|incluso|como|anche|come|und)$/u.test(
    before,
  );
}

function leftOutAttribution({ said, known, backOf, alignment }: AlignedPair): DriftFinding[] {
  // The statement names somebody itself.
  if (said.some((token, i) => isSaying(token) && (alignment.matchOf[i] as number) === -1)) return [];
  // What opens the statement may be read in another way inside the sentence: `Three dogs` is a figure, `that Three dogs` a name.
  const head = new Set(
    said
      .slice(
        0,
        Math.max(
          0,
          alignment.matchOf.findIndex((match) => match !== -1),
        ),
      )
      .map(({ text }) => text.toLowerCase()),
  );
  for (let k = 0; k < alignment.first; k++) {
    const token = known[k] as DriftToken;
    if (!isSaying(token) || isNegated(known, k)) continue;
    const rest = known.slice(k + 1, alignment.first);
    // `Bob says that`, `according to the report`: nothing else stands before what is said.
    const named = isPreposition(token) || (k === 0 && VERB_FIRST.test(token.text));
    if (
      rest.filter(({ content, text }) => content && !head.has(text.toLowerCase())).length <= (named ? 3 : 0)
    )
      return leftOut(token);
  }
  for (let k = alignment.last + 1; k < known.length && k <= alignment.last + 4; k++) {
    const token = known[k] as DriftToken;
    if (
      isSaying(token) &&
      !known.slice(k - 3, k).some(({ key }) => key === 'as') &&
      (backOf[k] as number) === -1 &&
      known.length - k <= 5
    )
      return leftOut(token);
  }
  return [];
}

/** Arabic: `قال جدي إن` */
const VERB_FIRST = /^(?:قال|قالت|يقول|تقول|يزعم|زعم)$/u;

function leftOut(token: DriftToken): DriftFinding[] {
  return [difference('attribution', null, token)];
}

function isSaying({ role }: DriftToken): boolean {
  return role.traits.includes('saying');
}

function isPreposition({ key }: DriftToken): boolean {
  return /^(?:according|laut|selon|segun|secondo|segundo|volgens)$/u.test(key);
}

function isNegated(tokens: readonly DriftToken[], k: number): boolean {
  return tokens.slice(Math.max(0, k - 3), k).some(({ role }) => role.negator);
}
