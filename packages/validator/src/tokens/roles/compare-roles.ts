import type { TokenDisagreement } from '../../contract/critical-token-report.ts';
import { disagree } from '../../contract/disagree.ts';
import { isFunctionWord } from '../../words/lexicon.ts';
import { isPossessive, verbStem, type WordToken } from '../../words/read-words.ts';
import type { Match } from '../match-sentences.ts';

const ROLES = /(?<!\p{L})(?:by|par|need(?:s|ed|n['’]t)?|required)(?!\p{L})|['’]s(?!\p{L})/iu;

/** False where no comparison of roles finds anything in a text. */
export function mayHaveRoles(text: string): boolean {
  return ROLES.test(text) || OF_KIN.test(text);
}

/** Who does it and to whom, whose it is that does it, and whether a denied duty is a ban: told the other way round than the sentence says it. */
export function compareRoles(said: readonly WordToken[], match: Match): TokenDisagreement[] {
  return [
    ...compareAgents(said, match.sentence),
    ...compareOwners(said, match),
    ...compareReleases(said, match.sentence),
  ];
}

interface Passive {
  readonly verb: string;
  readonly object: WordToken;
  readonly agent: WordToken;
}

/** Before whoever does it. */
export const AGENT = /^(?:by|par)$/u;
const BE = /^(?:is|are|was|were|be|been|being|est|sont|ete|etait)$/u;

/** `Tom fired Ida` where Tom was fired by Ida, and the other way about. */
function compareAgents(said: readonly WordToken[], sentence: readonly WordToken[]): TokenDisagreement[] {
  const [ours, theirs] = [readPassive(said), readPassive(sentence)];
  if (theirs !== null && ours === null && doesTo(said, theirs.object, theirs)) return [turned(theirs)];
  if (ours !== null && theirs === null && doesTo(sentence, ours.object, ours)) return [turned(ours)];
  return [];
}

function turned({ object, agent }: Passive): TokenDisagreement {
  return disagree('order', `${object.text} … ${agent.text}`, `${agent.text} … ${object.text}`);
}

/** `Tom was fired by Ida`: a participle behind a form of "be", with who did it right behind it. */
function readPassive(words: readonly WordToken[]): Passive | null {
  for (let i = 2; i + 1 < words.length; i++) {
    const [verb, by] = [words[i] as WordToken, words[i + 1] as WordToken];
    if (!AGENT.test(by.key) || isFunctionWord(verb.key)) continue;
    const before = words.slice(Math.max(0, i - 2), i).findLastIndex(isBe);
    const object = before === -1 ? undefined : wordBefore(words, Math.max(0, i - 2) + before);
    const agent = words.slice(i + 2).find(({ key }) => !isFunctionWord(key));
    if (object !== undefined && agent !== undefined) return { verb: verbStem(verb.key), object, agent };
  }
  return null;
}

/** `it's known by` has its form of "be" in the word before. */
function isBe(word: WordToken | undefined): boolean {
  return (
    word !== undefined &&
    (BE.test(word.key) || (isFunctionWord(word.key) && /['’](?:s|re)$/u.test(word.text)))
  );
}

function wordBefore(words: readonly WordToken[], at: number): WordToken | undefined {
  return words.slice(0, at).findLast(({ key }) => !isFunctionWord(key));
}

/** True where somebody does in the active voice what the passive says is done to them, and to the one who does it there. */
function doesTo(words: readonly WordToken[], doer: WordToken, { verb, agent }: Passive): boolean {
  const at = words.findIndex(({ key }) => !isFunctionWord(key) && verbStem(key) === verb);
  if (at < 1 || isBe(words[at - 1])) return false;
  if (words.some(({ key }, i) => AGENT.test(key) && words[i + 1]?.key === agent.key)) return false;
  const subject = wordBefore(words, at);
  return subject?.key === doer.key && words.slice(at + 1).some(({ key }) => key === agent.key);
}

const OF = /^(?:of|from|in|on|at|by|for|to|with|and|or|von|de|du|di|del|della|da)$/u;

/** `Tom lives in Graz` where Tom's sister does: of the owned nothing is said, and its owner opens the statement. */
function compareOwners(
  said: readonly WordToken[],
  { sentence, stems, coverage }: Match,
): TokenDisagreement[] {
  if (coverage < 1) return [];
  const own = new Set(said.map(({ key }) => verbStem(key)));
  const first = said.findIndex(({ key }) => !isFunctionWord(key));
  const subject = said[first];
  if (subject === undefined || isPossessive(subject.text) || OF.test(said[first - 1]?.key ?? '')) return [];
  if (!said.every(({ key }) => isFunctionWord(key) || stems.has(verbStem(key)))) return [];
  const places = sentence.flatMap(({ key }, i) => (key === subject.key ? [i] : []));
  const relative = places.map((i) => relativeBefore(sentence, i));
  const [kin] = relative;
  if (kin !== undefined && relative.every((word) => word !== undefined && !own.has(verbStem(word.key))))
    return [disagree('order', subject.text, `${kin.text} … ${subject.text}`)];
  if (places.length === 0 || !places.every((i) => isPossessive(sentence[i]?.text ?? ''))) return [];
  const owned = places.map((i) => sentence.slice(i + 1, i + 4).find(({ key }) => !isFunctionWord(key)));
  if (owned.some((word) => word === undefined || own.has(verbStem(word.key)))) return [];
  return [disagree('order', subject.text, `${subject.text}’s ${owned[0]?.text ?? ''}`)];
}

/** Whose it is that somebody is one of, accents aside: of any other thing, what is said of its owner may be said of it. */
const KIN_WORDS =
  '(?:grand|step)?(?:mother|father|parent|son|daughter|child)|sister|brother|sibling|wife|husband|spouse|partner|friend|neighbou?r|colleague|boss|owner|uncle|aunt|cousin|nephew|niece|' +
  'mutter|vater|schwester|bruder|sohn|tochter|freund|freundin|nachbar|m[eè]re|p[eè]re|s(?:oe|œ)ur|fr[eè]re|fils|fille|ami|madre|padre|hermana|hermano|hijo|hija|sorella|fratello|figlio|figlia|' +
  'm[aã]e|pai|irm[aã]o?|moeder|vader|zus|broer|zoon|dochter';
const KIN = new RegExp(`^(?:${KIN_WORDS})$`);
const OF_KIN = new RegExp(
  `(?:${KIN_WORDS}) (?:of|von|vom|des|der|de|du|del|di|della|dello|do|da|van)\\b`,
  'i',
);
const OWNED_BY = /^(?:of|von|vom|des|der|de|du|del|di|della|dello|do|da|van)$/u;

/** The mother in `the mother of the patient`, by the patient's place. */
function relativeBefore(sentence: readonly WordToken[], at: number): WordToken | undefined {
  // An article may stand between the two.
  const of = [at - 1, at - 2].find((i) => OWNED_BY.test(sentence[i]?.key ?? ''));
  const relative = of === undefined ? undefined : sentence[of - 1];
  return relative !== undefined && KIN.test(relative.key) ? relative : undefined;
}

const RELEASE =
  /(?<!\p{L})(?:need(?:s|ed)? not|needn't|(?:do|does|did|don't|doesn't|didn't|will|won't)(?: not)? (?:need|have) to|not (?:required|necessary|obliged|mandatory|compulsory))(?!\p{L})/u;
const BAN =
  /(?<!\p{L})(?:(?:must|may|can|shall|should) not|cannot|(?:must|can|may|shall|should)n't|can't|not (?:allowed|permitted)|forbidden|prohibited)(?!\p{L})/u;

/** `must not` where the sentence says `need not`, and the other way about. */
function compareReleases(said: readonly WordToken[], sentence: readonly WordToken[]): TokenDisagreement[] {
  const [ours, theirs] = [textOf(said), textOf(sentence)];
  const crossed = (a: RegExp, b: RegExp) => {
    const [mine, other] = [a.exec(ours)?.[0], b.exec(theirs)?.[0]];
    return mine === undefined || other === undefined || a.test(theirs) || b.test(ours)
      ? []
      : [disagree('modal', mine, other)];
  };
  return [...crossed(BAN, RELEASE), ...crossed(RELEASE, BAN)];
}

function textOf(words: readonly WordToken[]): string {
  return words.map(({ text }) => text.toLowerCase().replaceAll('’', "'")).join(' ');
}
