import {
  ARTICLES,
  BARE_LABELS,
  EVENT_VERBS,
  FILLERS,
  INDEFINITES,
  MULTI_KEYS,
  NEGATIONS,
  OBLIGATIONS,
  PRONOUNS,
  QUANTIFIER_CLASS,
  RELATIONS_BY_FIRST_WORD,
  type Relation,
  UNIQUE,
} from '@memora/language/words';
import { isTimeWord } from './compare-kinds.ts';
import type { Frame } from './frame.ts';
import { leansAtOnce, leansOnContext } from './leans-on-context.ts';
import { readJapaneseFrame } from './read-japanese-frame.ts';
import { keyOf, type StatementToken } from './statement-token.ts';
import { tokeniseStatement } from './tokenise-statement.ts';

/** What the judge is given of a claim. */
export interface Statement {
  readonly text: string;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  /** True where the claim is `key: value` of its topic: a field, a property, a table row. */
  readonly field: boolean;
}

/** Reads what a statement says; null where it says nothing that another statement could be compared with. */
export function readFrame(statement: Statement): Frame | null {
  if (statement.field && statement.object !== null) {
    if (statement.object.length + statement.subject.length > LONGEST_FIELD) return null;
    return readField(statement.subject, statement.predicate, statement.object);
  }
  if (statement.text.length > LONGEST || statement.text.startsWith('`')) return null;
  const japanese = readJapaneseFrame(statement.text);
  if (japanese !== null) return japanese;
  if (leansAtOnce(statement.text)) return null;
  return readVerbFrame(tokeniseStatement(statement.text), CONTRAST.test(statement.text));
}

/** Longer texts, in UTF-16 units, say several things at once: no single frame holds them. */
const LONGEST = 300;
/** A longer value, with its subject, is a text or a list, not a value that another could contradict. */
const LONGEST_FIELD = 4_000;

const NOTHING = {
  negated: false,
  denied: [],
  quantifier: null,
  modal: null,
  indefinite: false,
  event: false,
} as const;

function readField(topic: string, key: string, value: string): Frame {
  const predicate = tokeniseStatement(key);
  const values = predicate.some((token) => MULTI_KEYS.has(token.key)) ? 'many' : 'one';
  return {
    ...NOTHING,
    subject: [...content(tokeniseStatement(topic)), ...predicate],
    relation: { name: 'be', values },
    object: content(tokeniseStatement(value)),
  };
}

/**
 * A task and the state of its box, for others of the same words. What comes again is written down again, with another date or another tick: no two
 * tasks contradict each other.
 */
export function readTaskFrame(text: string, state: string): Frame | null {
  if (text.length > LONGEST) return null;
  const subject = content(tokeniseStatement(text));
  const object = tokeniseStatement(state);
  return subject.length === 0
    ? null
    : { ...NOTHING, subject, relation: { name: 'task', values: 'many' }, object };
}

/** `in Go, nicht in Rust`: without what parts it, "nicht" behind the object denies the whole sentence. */
const CONTRAST = /(?:[,;:(\u2013\u2014]|(?<!\p{L})(?:und|aber|doch)) ?nicht(?!\p{L})/iu;

function readVerbFrame(all: readonly StatementToken[], hasContrast: boolean): Frame | null {
  if (leansOnContext(all)) return null;
  const { tokens, quantifier, negatedQuantifier } = takeQuantifier(all);
  // "All the following drives …", "The other office …".
  if (leansOnContext(content(tokens))) return null;
  const choice = readChoice(tokens) ?? readRole(tokens) ?? readSwitch(tokens) ?? readMove(tokens);
  if (choice !== null) return choice;
  const verb = findVerb(tokens);
  if (verb === null) return readPlain(tokens, quantifier, negatedQuantifier);
  const before = tokens.slice(0, verb.at);
  const after = tokens.slice(verb.at + verb.length);
  const modal = [...before, ...tokens.slice(verb.at, verb.at + verb.length)].find((token) =>
    OBLIGATIONS.has(token.key),
  );
  const { kept, denied } = takeContrast(after, hasContrast);
  const negations = [...before, ...verb.inner, ...kept].filter((token) => NEGATIONS.has(token.key)).length;
  const subject = canonicalSubject(content(before));
  const rest = kept.filter((token) => !NEGATIONS.has(token.key));
  const object = content(rest);
  if (subject.length === 0 || object.length === 0 || PRONOUNS.has(keyOf(subject))) return null;
  if (before.length === 1 && BARE_LABELS.has(keyOf(subject))) return null;
  const meaning = modal === undefined ? null : (OBLIGATIONS.get(modal.key) ?? null);
  const relation = verb.relation;
  const [who, what] = relation.inverse === true ? [object, subject] : [subject, object];
  return {
    subject: who,
    relation: withUnique(relation, subject, object, rest),
    object: what,
    negated: negations % 2 === 1,
    denied: content(denied),
    quantifier: quantifier === 'all' && negatedQuantifier ? 'not-all' : quantifier,
    modal: meaning,
    article: ARTICLES.has(rest[0]?.key ?? '') || JOINED.has(tokens[verb.at + verb.length - 1]?.key ?? ''),
    indefinite: relation.name === 'be' && rest[0] !== undefined && INDEFINITES.has(rest[0].key),
    ...(PAST.has(verb.key) && { past: true }),
    event: EVENT_VERBS.has(verb.key),
  };
}

const PAST = new Set(['was', 'were', 'lived', 'war', 'waren']);

/** Prepositions with an article, in German. */
const JOINED = new Set(['im', 'am', 'zum', 'zur', 'beim']);

interface FoundVerb {
  readonly at: number;
  readonly length: number;
  readonly relation: Relation;
  readonly key: string;
  /** Words inside the verb phrase: a negation or an adverb. */
  readonly inner: readonly StatementToken[];
}

/** The first verb phrase; a negation may stand inside it, or an auxiliary before it. */
function findVerb(tokens: readonly StatementToken[]): FoundVerb | null {
  for (let at = 1; at < tokens.length; at++) {
    const key = verbKey(tokens[at]);
    if (key === null) continue;
    const phrases = RELATIONS_BY_FIRST_WORD.get(key) ?? [];
    const inner = phrases.length === 0 ? [] : innerNegation(tokens, at + 1);
    for (const [phrase, relation] of phrases) {
      const skipped = phrase.length > 1 ? inner : [];
      const from = at + skipped.length;
      if (!phrase.every((part, i) => i === 0 || tokens[from + i]?.key === part)) continue;
      const inside = [...skipped, ...contraction(tokens[at])];
      return { at, length: phrase.length + skipped.length, relation, key, inner: inside };
    }
    if (EVENT_VERBS.has(key))
      return { at, length: 1, relation: { name: key, values: 'many' }, key, inner: [] };
    if (OBLIGATIONS.has(key) || AUXILIARIES.has(key)) return auxiliary(tokens, at, key);
  }
  return null;
}

const AUXILIARIES = new Set("does do did has have doesn't don't didn't never cannot can't".split(' '));

/** `does not support X`, `never stores X`, `must sign X`: the main verb follows. */
function auxiliary(tokens: readonly StatementToken[], at: number, key: string): FoundVerb {
  const inner = [
    ...contraction(tokens[at]),
    ...(NEGATIONS.has(key) && !key.endsWith("n't") ? [tokens[at] as StatementToken] : []),
  ];
  let next = at + 1;
  while (next < tokens.length && NEGATIONS.has((tokens[next] as StatementToken).key))
    inner.push(tokens[next++] as StatementToken);
  const main = verbKey(tokens[next]);
  // "needs 200 g": no verb follows, and what does is what is needed.
  if (main === null)
    return {
      at,
      length: next - at,
      relation: { name: OBLIGATIONS.get(key) ?? key, values: 'many' },
      key,
      inner,
    };
  const known = RELATIONS_BY_FIRST_WORD.get(main)?.find(([phrase]) =>
    phrase.every((part, i) => tokens[next + i]?.key === part),
  );
  const name = known?.[1] ?? { name: OBLIGATIONS.get(main) ?? main, values: 'many' as const };
  const length = next - at + (known?.[0].length ?? 1);
  return { at, length, relation: name, key: main, inner };
}

function verbKey(token: StatementToken | undefined): string | null {
  if (token === undefined || token.kind !== 'word') return null;
  return AUXILIARIES.has(token.key) ? token.key : token.key.replace(/n't$/u, '');
}

function contraction(token: StatementToken | undefined): StatementToken[] {
  return token?.key.endsWith("n't") ? [{ kind: 'word', key: 'not', name: false }] : [];
}

function innerNegation(tokens: readonly StatementToken[], from: number): StatementToken[] {
  const token = tokens[from];
  return token !== undefined && NEGATIONS.has(token.key) ? [token] : [];
}

function takeQuantifier(all: readonly StatementToken[]) {
  let at = 0;
  const first = all[0];
  const negatedQuantifier = first !== undefined && (first.key === 'not' || first.key === 'nicht');
  if (negatedQuantifier) at = 1;
  const quantifier = QUANTIFIER_CLASS.get(all[at]?.key ?? '') ?? null;
  if (quantifier === null) return { tokens: all, quantifier: null, negatedQuantifier: false };
  return { tokens: all.slice(at + 1), quantifier, negatedQuantifier };
}

/** `in Go, not Rust`: what stands after "not" is denied, the rest is said. At the end it denies what is said. */
function takeContrast(after: readonly StatementToken[], hasContrast: boolean) {
  const at = after.findIndex(({ key }, i) => i > 0 && (key === 'not' || (hasContrast && key === 'nicht')));
  if (at < 0 || at === after.length - 1) return { kept: after, denied: [] };
  return { kept: after.slice(0, at), denied: after.slice(at + 1) };
}

/** `We chose Kafka for the queue`: the queue of ours is Kafka. */
function readChoice(tokens: readonly StatementToken[]): Frame | null {
  const at = tokens.findIndex(
    ({ key }) => key === 'chose' || key === 'picked' || key === 'selected' || key === 'wählten',
  );
  const scope = tokens.findIndex(({ key }, i) => i > at && (key === 'for' || key === 'für'));
  if (at < 1 || scope < 0) return null;
  const subject = canonicalSubject(content(tokens.slice(scope + 1)));
  const object = content(tokens.slice(at + 1, scope));
  if (subject.length === 0 || object.length === 0) return null;
  return { ...NOTHING, subject, relation: { name: 'choose', values: 'one' }, object };
}

/** `Falcon uses Kafka as its queue`: Falcon's queue is Kafka. */
function readRole(tokens: readonly StatementToken[]): Frame | null {
  const at = tokens.findIndex(({ key }) => key === 'uses' || key === 'use');
  const as = tokens.findIndex(({ key }, i) => i > at && key === 'as');
  if (at < 1 || as < 0) return null;
  const subject = canonicalSubject([...content(tokens.slice(0, at)), ...content(tokens.slice(as + 1))]);
  const object = content(tokens.slice(at + 1, as));
  return object.length === 0
    ? null
    : { ...NOTHING, subject, relation: { name: 'be', values: 'one' }, object };
}

/** A sentence without a verb we know: comparable with the same sentence denied, quantified or turned round, nothing else. */
function readPlain(
  tokens: readonly StatementToken[],
  quantifier: Frame['quantifier'],
  negatedQuantifier: boolean,
): Frame | null {
  const negated = tokens.filter(({ key }) => NEGATIONS.has(key)).length % 2 === 1;
  const [first, ...rest] = content(tokens.filter(({ key }) => !NEGATIONS.has(key)));
  if (first === undefined || rest.length < 2 || PRONOUNS.has(first.key)) return null;
  return {
    ...NOTHING,
    subject: [first],
    relation: { name: 'plain', values: 'many' },
    object: rest,
    negated,
    quantifier: quantifier === 'all' && negatedQuantifier ? 'not-all' : quantifier,
  };
}

/** `drift switched its format from JSON to MessagePack`: the format is MessagePack, no longer JSON. */
function readSwitch(tokens: readonly StatementToken[]): Frame | null {
  const at = tokens.findIndex(({ key }) =>
    /^(?:switched|changed|migrated|moved|wechselte|wechselten)$/u.test(key),
  );
  const from = tokens.findIndex(({ key }, i) => i > at && (key === 'from' || key === 'von'));
  const to = tokens.findIndex(({ key }, i) => i > from && (key === 'to' || key === 'zu' || key === 'auf'));
  if (at < 1 || from < 0 || to < 0) return null;
  const subject = canonicalSubject([...content(tokens.slice(0, at)), ...content(tokens.slice(at + 1, from))]);
  const object = content(untilAdjunct(tokens.slice(to + 1)));
  if (subject.length === 0 || object.length === 0) return null;
  return {
    ...NOTHING,
    subject,
    relation: { name: 'switch', values: 'one' },
    object,
    denied: content(tokens.slice(from + 1, to)),
  };
}

/** `The office moved to Hamburg`: it is there now. */
function readMove(tokens: readonly StatementToken[]): Frame | null {
  const at = tokens.findIndex(
    ({ key }, i) => key === 'moved' && /^(?:to|from)$/u.test(tokens[i + 1]?.key ?? ''),
  );
  const to = tokens.findIndex(({ key }, i) => i > at && key === 'to');
  if (at < 1 || to < 0) return null;
  const subject = canonicalSubject(content(tokens.slice(0, at)));
  return {
    ...NOTHING,
    subject,
    relation: { name: 'be-at', values: 'one' },
    object: content(untilAdjunct(tokens.slice(to + 1))),
    denied: content(tokens.slice(at + 2, to)),
  };
}

function untilAdjunct(tokens: readonly StatementToken[]): readonly StatementToken[] {
  const at = tokens.findIndex(
    ({ key }, i) => i > 0 && /^(?:after|because|in|since|when|nach|weil|seit)$/u.test(key),
  );
  return at < 0 ? tokens : tokens.slice(0, at);
}

/** `the format of drift`, `drift's format` and `project drift format` are the same subject. */
function canonicalSubject(tokens: readonly StatementToken[]): StatementToken[] {
  const of = tokens.findIndex(({ key }) => key === 'of' || key === 'von');
  const turned = of > 0 ? [...tokens.slice(of + 1), ...tokens.slice(0, of)] : tokens;
  return turned
    .map((token) => (token.kind === 'word' ? { ...token, key: token.key.replace(/'s?$/u, '') } : token))
    .filter(({ key }, i) => !(i === 0 && key === 'project' && turned.length > 1));
}

function content(tokens: readonly StatementToken[]): StatementToken[] {
  return tokens.filter(({ key }) => !FILLERS.has(key));
}

function isTime(token: StatementToken): boolean {
  return token.kind === 'word' ? isTimeWord(token.key) : token.kind !== 'number';
}

/** "Runs on" takes one time, and several systems; "is" takes one value where the subject names something unique, or where the object is a value and no description. */
function withUnique(
  relation: Relation,
  subject: readonly StatementToken[],
  object: readonly StatementToken[],
  rest: readonly StatementToken[],
): Relation {
  if (relation.values !== 'unknown') return relation;
  if (relation.name === 'be-at') return object.some(isTime) ? { ...relation, values: 'one' } : relation;
  if (relation.name !== 'be') return relation;
  const indefinite = rest[0] !== undefined && INDEFINITES.has(rest[0].key);
  const value = object.some(({ kind }) => kind !== 'word');
  const unique = subject.some(({ key }) => UNIQUE.has(key)) && !indefinite;
  return value || unique ? { ...relation, values: 'one' } : relation;
}
