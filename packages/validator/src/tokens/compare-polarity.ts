import type { TokenDisagreement } from './critical-token-report.ts';
import { isDenial, isNegator, modalClass, negatorWithin, quantifierClass } from './lexicon.ts';
import { readWords, stemOf, type WordToken } from './read-words.ts';

/** A sentence of the evidence that says nearly all the statement's words: only there can one word more or less be told. */
interface Match {
  readonly sentence: readonly WordToken[];
  readonly stems: ReadonlySet<string>;
  readonly coverage: number;
}

const MIN_COVERAGE = 0.75;
const MIN_WORDS = 2;
/** How many content words behind a negator it may deny. */
const SCOPE = 2;

/** A word that these comparisons look at for itself. */
export function isPolar(key: string): boolean {
  return isNegator(key) || quantifierClass(key) !== '' || modalClass(key) !== '';
}

export function isFunctionWord(key: string): boolean {
  return FUNCTION_WORDS.has(key);
}

/**
 * Compares negators, quantifiers, modals and the order of operands with the evidence sentence that says the same words. Silent
 * where no sentence does: a paraphrase is not judged.
 */
export function comparePolarity(statement: string, evidence: readonly string[]): TokenDisagreement[] {
  if (UNSPACED.test(statement)) return compareUnspaced(statement, evidence);
  const said = readWords(statement);
  const content = contentOf(said);
  if (content.length < MIN_WORDS) return [];
  const matches = bestMatches(content, evidence);
  const all: TokenDisagreement[][] = matches.map((match) => [
    ...compareNegators(said, match),
    ...compareClass(said, match, 'quantifier', quantifierClass),
    ...compareClass(said, match, 'modal', modalClass),
    ...compareOrder(said, match),
  ]);
  // One sentence that agrees is enough: the statement may rest on that one.
  if (all.some((found) => found.length === 0)) return [];
  return all[0] ?? [];
}

const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/u;

/** Scripts without spaces: a sentence with nearly all pairs of characters of the statement, and a negator on one side only. */
function compareUnspaced(statement: string, evidence: readonly string[]): TokenDisagreement[] {
  const wanted = pairsOf(statement);
  const ours = negatorWithin(statement);
  let found: TokenDisagreement[] = [];
  for (const text of evidence) {
    for (const part of text.split(SENTENCE_END)) {
      const known = new Set(pairsOf(part));
      const shared = wanted.filter((pair) => known.has(pair)).length;
      if (wanted.length < 4 || shared < wanted.length * MIN_COVERAGE) continue;
      const theirs = negatorWithin(part);
      if ((ours === null) === (theirs === null)) return [];
      found = [{ kind: 'negator', statementToken: ours ?? '', evidenceToken: theirs, decisive: true }];
    }
  }
  return found;
}

function pairsOf(text: string): string[] {
  const letters = [...text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？])|\n+/u;

function contentOf(words: readonly WordToken[]): WordToken[] {
  return words.filter(
    ({ key }) =>
      !FUNCTION_WORDS.has(key) && !isNegator(key) && modalClass(key) === '' && quantifierClass(key) === '',
  );
}

const FUNCTION_WORDS = new Set(
  (
    'a an the of in on at by for from to with and or but as is are was were be been being has have had do does did it its this that ' +
    'these those he she they his her their there which who whom than then so also into over about ' +
    'der die das den dem des ein eine einen einem ist sind war waren wird werden und oder in im am an auf von zu zum zur mit für bei ' +
    'le la les un une des du de et ou à au aux est sont était dans en par pour sur avec que qui se ce ' +
    'el los las y o es son fue del al con por para su lo una il gli i e è sono di da nel della os as um uma no na do dos das é são ' +
    'и в на с по к у о от за из что это был была были'
  ).split(' '),
);

function bestMatches(content: readonly WordToken[], evidence: readonly string[]): Match[] {
  const wanted = new Set(content.map(({ key }) => stemOf(key)));
  const matches: Match[] = [];
  for (const text of evidence) {
    for (const part of text.split(SENTENCE_END)) {
      const sentence = readWords(part);
      const stems = new Set(sentence.map(({ key }) => stemOf(key)));
      let shared = 0;
      for (const stem of wanted) if (stems.has(stem)) shared++;
      const coverage = shared / wanted.size;
      if (coverage >= MIN_COVERAGE && shared >= MIN_WORDS) matches.push({ sentence, stems, coverage });
    }
  }
  const top = Math.max(0, ...matches.map(({ coverage }) => coverage));
  return matches.filter(({ coverage }) => coverage === top);
}

/** A word that one side denies and the other asserts. */
function compareNegators(said: readonly WordToken[], { sentence }: Match): TokenDisagreement[] {
  const ours = deniedWords(said);
  const theirs = deniedWords(sentence);
  if (ours.size > 0 && theirs.size === 0 && !sentence.some(({ key }) => isDenial(key) || isLight(key))) {
    for (const [stem, negator] of ours) {
      if (sentence.some(({ key }) => stemOf(key) === stem)) {
        return [{ kind: 'negator', statementToken: negator, evidenceToken: null, decisive: true }];
      }
    }
  }
  if (theirs.size > 0 && ours.size === 0 && !said.some(({ key }) => isDenial(key) || isLight(key))) {
    for (const [stem, negator] of theirs) {
      if (said.some(({ key }) => stemOf(key) === stem)) {
        return [{ kind: 'negator', statementToken: '', evidenceToken: negator, decisive: true }];
      }
    }
  }
  return [];
}

/** Words that deny by their prefix or meaning, which may stand for a negator: `unable`, `fails to`. */
function isLight(key: string): boolean {
  return (
    /^(?:un|in|im|dis|non)\p{L}{4}|less$/u.test(key) &&
    !/^(?:inter|under|until|unit|univ|imp[or]|inc|ind|inf|ins|int|inv|dis[ct])/u.test(key)
  );
}

/** The stems of the content words right behind each negator. */
function deniedWords(words: readonly WordToken[]): Map<string, string> {
  const denied = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const { key, text } = words[i] as WordToken;
    if (!isNegator(key) || isIdiom(words, i)) continue;
    let left = SCOPE;
    for (let k = i + 1; k < words.length && left > 0; k++) {
      const next = words[k] as WordToken;
      if (FUNCTION_WORDS.has(next.key) || isNegator(next.key)) continue;
      denied.set(stemOf(next.key), text);
      left--;
    }
  }
  return denied;
}

/** `not only`, `no later than`, `whether or not` deny nothing. */
function isIdiom(words: readonly WordToken[], i: number): boolean {
  const next = words[i + 1]?.key ?? '';
  const before = words[i - 1]?.key ?? '';
  return (
    /^(?:only|just|later|longer|less|more|fewer|doubt|matter|least|nur|solo|seulement|sólo)$/u.test(next) ||
    before === 'or'
  );
}

/** The same word under another quantifier or modal: `all staff` against `some staff`, `must pay` against `may pay`. */
function compareClass(
  said: readonly WordToken[],
  { sentence }: Match,
  kind: 'quantifier' | 'modal',
  classOf: (key: string) => string,
): TokenDisagreement[] {
  for (let i = 0; i < said.length; i++) {
    const ours = classOf((said[i] as WordToken).key);
    if (ours === '') continue;
    const stem = stemOf(nextContent(said, i)?.key ?? '');
    const others = sentence.filter(
      (word, k) => classOf(word.key) !== '' && stemOf(nextContent(sentence, k)?.key ?? '') === stem,
    );
    if (stem === '' || others.length === 0) continue;
    if (others.every((word) => classOf(word.key) !== ours)) {
      const { text } = said[i] as WordToken;
      return [{ kind, statementToken: text, evidenceToken: others[0]?.text ?? null, decisive: true }];
    }
  }
  return [];
}

function nextContent(words: readonly WordToken[], i: number): WordToken | undefined {
  for (let k = i + 1; k < words.length && k <= i + 4; k++) {
    const word = words[k] as WordToken;
    if (!FUNCTION_WORDS.has(word.key)) return word;
  }
  return undefined;
}

/** Two operands that stand the other way round, with all else in the same order. */
function compareOrder(said: readonly WordToken[], { sentence, stems, coverage }: Match): TokenDisagreement[] {
  const ours = contentOf(said);
  if (coverage < 1 || ours.length < 3) return [];
  const sequence = ours.map(({ key }) => stemOf(key));
  if (new Set(sequence).size !== sequence.length || sequence.some((stem) => !stems.has(stem))) return [];
  const places = sequence.map((stem) => sentence.map(({ key }) => stemOf(key)).indexOf(stem));
  const sorted = [...places].sort((a, b) => a - b);
  const moved = places.map((place, i) => (place === sorted[i] ? -1 : i)).filter((i) => i !== -1);
  const [first, second] = moved;
  if (moved.length !== 2 || first === undefined || second === undefined) return [];
  const [left, right] = [ours[first] as WordToken, ours[second] as WordToken];
  const between = said.filter(({ start }) => start > left.start && start < right.start);
  if (between.every(({ key }) => /^(?:and|or|und|oder|et|ou|y|o|e|и|или)$/u.test(key))) return [];
  const operands = [left, right].every(({ text }) => /^[\p{Lu}\p{N}]/u.test(text));
  const relation = between.some(({ key }) => RELATIONS.has(key));
  if (!operands && !relation) return [];
  // A passive turns the order round and keeps the meaning.
  if (sentence.some(({ key }) => key === 'by') !== said.some(({ key }) => key === 'by')) return [];
  return [
    {
      kind: 'order',
      statementToken: `${left.text} … ${right.text}`,
      evidenceToken: `${right.text} … ${left.text}`,
      decisive: true,
    },
  ];
}

const RELATIONS = new Set(
  'over than before after instead versus vs to into from against under above below als vor nach statt über unter que avant après antes después prima dopo чем до после'.split(
    ' ',
  ),
);
