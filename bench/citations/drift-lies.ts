import {
  AND,
  DENIES,
  FIRST_NAMES,
  HEDGES,
  IF,
  MODALS,
  NEGATED,
  NO_LONGER,
  OR,
  QUANTIFIERS,
  RELATIONS,
  SAYS,
  SURNAMES,
  TENSES,
  WRITES,
} from './lie-words.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A statement with the only sentence it cites. */
export interface DriftPair {
  readonly evidence: string;
  readonly statement: string;
}

/** The inputs of a lie besides the sentence. */
export interface LieContext {
  readonly random: SeededRandom;
  readonly language: string;
  /** Names from other sources in the language. */
  readonly names: readonly string[];
}

/** Turns a sentence into a lie that differs in a word or two; `null` if the sentence has no suitable place. */
export type Lie = (sentence: string, context: LieContext) => DriftPair | null;

export const lies: Readonly<Record<string, Lie>> = {
  name: (sentence, { random, names, language }) => {
    // German capitalises every noun, so names are planted there.
    if (language === 'de' || isTitle(sentence)) return null;
    const own = [...sentence.matchAll(/(?<=[\p{Ll}\p{N}] )\p{Lu}\p{Ll}{2,}(?= [\p{Lu}\p{Ll}])/gu)].filter(
      isPerson,
    );
    if (own.length === 0 || names.length === 0) return null;
    const match = random.pick(own);
    const name = random.pick(names);
    if (sentence.includes(name) || name.slice(0, 3) === match[0].slice(0, 3)) return null;
    return told(sentence, splice(sentence, match.index, match[0].length, name));
  },
  'part of a name': (sentence, { random, names, language }) => {
    if (language === 'de' || isTitle(sentence)) return null;
    const own = [...sentence.matchAll(/(?<=\p{Lu}\p{Ll}+ )\p{Lu}\p{Ll}{2,}(?= \p{Ll})/gu)].filter(isPerson);
    if (own.length === 0 || names.length === 0) return null;
    const match = random.pick(own);
    const name = random.pick(names);
    if (sentence.includes(name) || name.slice(0, 3) === match[0].slice(0, 3)) return null;
    return told(sentence, splice(sentence, match.index, match[0].length, name));
  },
  'planted name': (sentence, { random, language }) => {
    const [before, after] = WRITES[language] ?? [];
    if (before === undefined || after === undefined) return null;
    const first = random.pick(FIRST_NAMES);
    const [right, wrong] = [random.pick(SURNAMES), random.pick(SURNAMES)];
    if (right === wrong) return null;
    const said = (name: string) => `${before}${name}${after}${sentence}`;
    return told(said(`${first} ${right}`), said(`${first} ${wrong}`));
  },
  'planted first name': (sentence, { random, language }) => {
    const [before, after] = WRITES[language] ?? [];
    if (before !== '' || after === undefined) return null;
    const [right, wrong] = [random.pick(FIRST_NAMES), random.pick(FIRST_NAMES)];
    return told(`${right}${after}${sentence}`, `${wrong}${after}${sentence}`);
  },
  number: (sentence, { random }) => {
    const own = [
      ...sentence.matchAll(
        /(?<!(?:about|around|nearly|approximately|below|above|up to|least|most|over|under|than|some|etwa|rund|fast|unter|über|около|менее|более|~|≈|>|<) ?)(?<![\p{L}\p{N}.,-])\d+(?![\p{L}\p{N}]|[.,]\d)/gu,
      ),
    ];
    if (own.length === 0) return null;
    const match = random.pick(own);
    return told(
      sentence,
      splice(sentence, match.index, match[0].length, String(Number(match[0]) + 1 + random.below(8))),
    );
  },
  'not in': (sentence, { random, language }) =>
    !undenied(sentence) ? null : swap(sentence, NEGATED[language], random),
  'not out': (sentence, { random, language }) =>
    !undenied(sentence) ? null : reverse(swap(sentence, NEGATED[language], random)),
  'no longer in': (sentence, { random, language }) =>
    !undenied(sentence) ? null : swap(sentence, NO_LONGER[language], random),
  'no longer out': (sentence, { random, language }) =>
    !undenied(sentence) ? null : reverse(swap(sentence, NO_LONGER[language], random)),
  operands: (sentence, { language }) => {
    const relation = RELATIONS[language];
    if (relation === undefined) return null;
    const match = new RegExp(
      `(?<=[\\p{L}] )([\\p{L}]{4,}) (${relation}) ([\\p{L}]{4,})(?![\\p{L}\\p{N}'’-])`,
      'u',
    ).exec(sentence);
    if (match === null || match[1]?.toLowerCase() === match[3]?.toLowerCase()) return null;
    return told(
      sentence,
      splice(sentence, match.index, match[0].length, `${match[3]} ${match[2]} ${match[1]}`),
    );
  },
  order: (sentence) => {
    const own = [...sentence.matchAll(/(?<=\p{Ll} )\p{Lu}\p{Ll}{2,}(?=[ ,.])/gu)];
    const [first, second] = [own[0], own.at(-1)];
    if (first === undefined || second === undefined || first[0] === second[0]) return null;
    const between = sentence.slice(first.index + first[0].length, second.index);
    // A list may have any order, and a passive names the agent last.
    if (
      !/\p{Ll}{4,} /u.test(between) ||
      /(?<!\p{L})(?:and|or|by|und|oder|von|et|par|y|por|e|da|и)(?!\p{L})|,/u.test(between)
    )
      return null;
    return told(
      sentence,
      sentence.slice(0, first.index) +
        second[0] +
        between +
        first[0] +
        sentence.slice(second.index + second[0].length),
    );
  },
  quantifier: (sentence, { random, language }) => swap(sentence, QUANTIFIERS[language], random),
  tense: (sentence, { random, language }) => swap(sentence, TENSES[language], random),
  modal: (sentence, { random, language }) => swap(sentence, MODALS[language], random),
  'and/or': (sentence, { random, language }) => {
    const [and, or] = [AND[language], OR[language]];
    if (and === undefined || or === undefined) return null;
    return swap(sentence, random.below(2) === 0 ? [[and, or]] : [[or, and]], random);
  },
  hedge: (sentence, { random, language }) => {
    const word = HEDGES[language];
    const verbs = NEGATED[language]?.map(([verb]) => [verb, `${verb} ${word}`] as const);
    return word === undefined || verbs === undefined ? null : reverse(swap(sentence, verbs, random));
  },
  attribution: (sentence, { language }) => {
    const says = SAYS[language];
    if (language === 'en' && lowered(sentence) === sentence) return null;
    if (says === undefined || /says|said|laut|selon|según|secondo/iu.test(sentence)) return null;
    return told(says + lowered(sentence), sentence);
  },
  condition: (sentence, { language }) => {
    const condition = IF[language];
    if (
      condition === undefined ||
      !/[.]$/.test(sentence) ||
      /(?<!\p{L})(?:if|wenn|si|se|если|when|unless)(?!\p{L})/iu.test(sentence)
    )
      return null;
    return told(`${sentence.slice(0, -1)}${condition}.`, sentence);
  },
};

function undenied(sentence: string): boolean {
  return !DENIES.test(sentence);
}

/** Most words are capitalised there, so case indicates no names. */
function isTitle(sentence: string): boolean {
  const words = sentence.match(/\p{L}{2,}/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length;
}

/** Not a word that only begins a sentence, or represents a name. */
function isPerson([word]: RegExpMatchArray): boolean {
  return !/^(?:The|This|That|These|Those|They|Them|Their|There|His|Her|She|Its|Our|You|Your|What|When|Where|Who|How|Why|And|But|For|From|With|Not|One|All|Are|Was|Will|May|Can|Has|Had|Were|Into|Over|Out|Mrs|Sir|Other|Each|Some|Most|New)$/u.test(
    word,
  );
}

function told(evidence: string, statement: string): DriftPair | null {
  return evidence === statement ? null : { evidence, statement };
}

function reverse(pair: DriftPair | null): DriftPair | null {
  return pair === null ? null : { evidence: pair.statement, statement: pair.evidence };
}

function splice(text: string, at: number, length: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + length);
}

/** Replaces one word by its counterpart, unless the words around it change its meaning. */
function swap(
  sentence: string,
  rules: readonly (readonly [string, string])[] | undefined,
  random: SeededRandom,
): DriftPair | null {
  const places = (rules ?? []).flatMap(([from, to]) => {
    const unspaced = /[\u3040-\u9fff]/u.test(from);
    const pattern = unspaced
      ? new RegExp(from, 'gu')
      : new RegExp(
          `(?<=[\\p{Ll}\\p{N}] )${from}(?= \\p{L}{2,})(?! (?:not|no|never|only|nicht|kein|pas|at least)\\b)`,
          'gu',
        );
    return [...sentence.matchAll(pattern)].map((match) => ({ match, to }));
  });
  if (places.length === 0) return null;
  const { match, to } = random.pick(places);
  return told(sentence, splice(sentence, match.index, match[0].length, to));
}

function lowered(sentence: string): string {
  // `I`, names and German nouns keep their capital.
  return /^(?:The|This|These|It|In|A|An|We|They|He|She|There|Der|Die|Das|Ein|Eine|Le|La|Les|Un|Une|El|Los|Il|O|A|Os)\s/u.test(
    sentence,
  )
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
