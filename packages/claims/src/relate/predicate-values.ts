import { normaliseTerm } from '@memora/core';
import { FILLERS, RELATIONS_BY_FIRST_WORD, type Relation } from '@memora/language/words';
import type { Frame } from './compare/frame.ts';
import { keyOf, type StatementToken } from './compare/statement-token.ts';
import { tokeniseStatement } from './compare/tokenise-statement.ts';

/** What the user's config says of predicates, which goes before the judge's own lists. All normalised. */
export interface PredicateValues {
  /** Take one value at a time. */
  readonly single: ReadonlySet<string>;
  /** Take several values at a time. */
  readonly multi: ReadonlySet<string>;
  /** `X p Y` says the same as `Y p X`. */
  readonly symmetric: ReadonlySet<string>;
  /** `X p Y` says the same as `Y q X`: from `p` to `q`. */
  readonly inverse: ReadonlyMap<string, string>;
}

/** What a user says of predicates, in their own words. */
export interface PredicateSettings {
  /** Predicates (field names, verbs) that take one value at a time, so that a newer one may end an older one. */
  readonly singleValued?: readonly string[];
  /** Predicates that take several values at a time: they never contradict. */
  readonly multiValued?: readonly string[];
  /** Predicates for which `X p Y` says the same as `Y p X`. */
  readonly symmetric?: readonly string[];
  /** Predicates that say the same from the other side: `X p Y` is `Y q X`, as `p` to `q`. */
  readonly inverse?: Readonly<Record<string, string>>;
}

export const NO_PREDICATES: PredicateValues = {
  single: new Set(),
  multi: new Set(),
  symmetric: new Set(),
  inverse: new Map(),
};

/** The same, normalised. */
export function toPredicates({
  singleValued,
  multiValued,
  symmetric,
  inverse = {},
}: PredicateSettings): PredicateValues {
  return {
    single: toKeys(singleValued),
    multi: toKeys(multiValued),
    symmetric: toKeys(symmetric),
    inverse: new Map(Object.entries(inverse).map(([p, q]) => [normaliseTerm(p), normaliseTerm(q)])),
  };
}

function toKeys(predicates: readonly string[] = []): ReadonlySet<string> {
  return new Set(predicates.map(normaliseTerm));
}

/** Rewrites a frame under the config: a verb it names is a relation, read in its direction and with its number of values. */
export type Configure = (frame: Frame) => Frame;

/** Makes the rewriting of a config; does nothing where the config says nothing. */
export function createConfigure(predicates: PredicateValues): Configure {
  const { single, multi, symmetric, inverse } = predicates;
  const names = new Set([...single, ...multi, ...symmetric, ...inverse.keys(), ...inverse.values()]);
  if (names.size === 0) return (frame) => frame;
  const phrases = [...names].map(toPhrase).sort((a, b) => b.words.length - a.words.length);
  const has = (set: ReadonlySet<string>, relation: string) =>
    phrases.some((phrase) => phrase.relation === relation && set.has(phrase.name));
  return (stored) => {
    const frame = splitAtPhrase(stored, phrases);
    const keys = [frame.relation.name, ...frame.subject.map((_, i) => keyOf(frame.subject.slice(i)))];
    const isAny = (set: ReadonlySet<string>) =>
      has(set, frame.relation.name) || keys.some((key) => set.has(key));
    const turned = phrases.find(
      ({ name, relation }) => relation === frame.relation.name && inverse.has(name),
    );
    const relation: Relation = {
      ...frame.relation,
      ...(isAny(multi) ? { values: 'many' } : isAny(single) ? { values: 'one' } : {}),
      ...(isAny(symmetric) ? { symmetric: true } : {}),
    };
    if (turned === undefined) return { ...frame, relation };
    const name = toPhrase(inverse.get(turned.name) as string).relation;
    return { ...frame, subject: frame.object, object: frame.subject, relation: { ...relation, name } };
  };
}

interface Phrase {
  /** As the config gives it. */
  readonly name: string;
  /** The words that stand in a frame: without copula and articles. */
  readonly words: readonly string[];
  readonly copula: boolean;
  /** The judge's own name of the relation where it has one for this verb, else the phrase. */
  readonly relation: string;
}

const COPULA = /^(?:is|are|was|were|be|ist|sind|war|waren)$/u;

function toPhrase(name: string): Phrase {
  const all = tokeniseStatement(name).map(({ key }) => key);
  const copula = all.length > 1 && COPULA.test(all[0] ?? '');
  const words = (copula ? all.slice(1) : all).filter((key) => !FILLERS.has(key));
  const known = RELATIONS_BY_FIRST_WORD.get(all[0] ?? '')?.find(
    ([phrase]) => phrase.length === all.length && phrase.every((word, i) => word === all[i]),
  );
  return { name, words, copula, relation: known?.[1].name ?? name };
}

/** Finds the config's verb in a sentence whose verb the judge did not know, or behind a copula. */
function splitAtPhrase(frame: Frame, phrases: readonly Phrase[]): Frame {
  const { name } = frame.relation;
  if (name !== 'plain' && name !== 'be') return frame;
  const tokens = name === 'plain' ? [...frame.subject, ...frame.object] : frame.object;
  for (const { words, copula, relation } of phrases) {
    if (words.length === 0 || relation === 'be' || copula !== (name === 'be')) continue;
    const first = name === 'plain' ? 1 : 0;
    const last = name === 'plain' ? tokens.length - words.length - 1 : 0;
    for (let at = first; at <= last; at++) {
      if (!words.every((word, i) => tokens[at + i]?.key === word)) continue;
      const subject: readonly StatementToken[] = name === 'plain' ? tokens.slice(0, at) : frame.subject;
      const object = tokens.slice(at + words.length);
      if (object.length === 0) continue;
      return {
        ...frame,
        subject,
        object,
        indefinite: false,
        relation: { name: relation, values: 'unknown' },
      };
    }
  }
  return frame;
}
