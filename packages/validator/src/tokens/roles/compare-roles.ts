import type { TokenDisagreement } from '../../contract/critical-token-report.ts';
import { disagree } from '../../contract/disagree.ts';
import { isFunctionWord } from '../../words/lexicon.ts';
import { isPossessive, verbStem, type WordToken } from '../../words/read-words.ts';
import type { Match } from '../match-sentences.ts';

/** What a text has to hold for a comparison of roles to find anything. */
export const MAY_HAVE_ROLES = /(?<!\p{L})(?:by|par|need(?:s|ed|n['’]t)?|required)(?!\p{L})|['’]s(?!\p{L})/iu;

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
  if (places.length === 0 || !places.every((i) => isPossessive(sentence[i]?.text ?? ''))) return [];
  const owned = places.map((i) => sentence.slice(i + 1, i + 4).find(({ key }) => !isFunctionWord(key)));
  if (owned.some((word) => word === undefined || own.has(verbStem(word.key)))) return [];
  return [disagree('order', subject.text, `${subject.text}’s ${owned[0]?.text ?? ''}`)];
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
