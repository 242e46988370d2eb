/*
 * Closed word lists of the judge, in English, German and Japanese. Keys are lower case. Numbers, negators and quantifiers of
 * other languages come from the validator's token readers; what a list lacks is judged as compatible, never as a conflict.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** Articles and the like: dropped before statements are compared. */
export const FILLERS = words(
  'the a an this that these those its his her their our my your as also now currently still already just then per about der die das den dem des ein eine einen einem einer dieser diese dieses auch nun jetzt noch schon pro',
);

/** What marks the object as one of many: `Redis is a cache`. */
export const INDEFINITES = words(
  'a an one ein eine einen einem einer some another kind type sort part member',
);

/** Subjects that name something there is one of: their value is single even where it is an everyday word. */
export const UNIQUE = words(
  'default primary main current minimum maximum latest only first last chief head official preferred final total status state ceo cto cfo ' +
    'manager director president owner lead capital headquarters deadline version name price cost timeout limit port format language ' +
    'haupt hauptsitz hauptstadt standard aktuell aktuelle minimale maximale leiter leiterin chef chefin besitzer status zustand frist preis ' +
    '主 主な 既定 最小 最大 現在 状態 担当者 責任者',
);

/** Keys of fields that hold several values at a time. */
export const MULTI_KEYS = words(
  'date day week datum description summary type comment definition beschreibung typ tag tags member members author authors attendee attendees participant participants link links ref refs reference references see note ' +
    'notes example examples todo alias aliases keyword keywords category categories topic topics related source sources uses skill skills ' +
    'dependency dependencies mitglied mitglieder autor autoren teilnehmer schlagwort schlagworte quelle quellen thema themen メンバー 参加者 タグ 著者 関連 参照 日付',
);

/** Subjects that name nobody by themselves. */
export const PRONOUNS = words('it he she they we i you who which that this there what es er sie wir ich man');

/** Subjects that, without an article, mean that of what stands before them: "Default is 500", "name is the domain name to query". */
export const BARE_LABELS = words(
  'default defaults standard standardwert voreinstellung défaut predeterminado predefinito padrão standaard ' +
    'name names type types id ids value values key keys path paths url title description label kind text content action index source target',
);

/** Pairs that exclude each other. */
export const ANTONYMS: ReadonlyMap<string, string> = pairs(
  'open closed, enabled disabled, on off, active inactive, active archived, active ended, public private, allowed forbidden, allowed prohibited, ' +
    'true false, yes no, synchronous asynchronous, above below, over under, before after, higher lower, more less, safe unsafe, valid invalid, ' +
    'mandatory optional, required optional, alive dead, full empty, started stopped, up down, approved rejected, open resolved, ' +
    'offen geschlossen, aktiv inaktiv, aktiv beendet, ja nein, über unter, vor nach, erlaubt verboten, gültig ungültig, voll leer, ein aus, ' +
    '有効 無効, 公開 非公開, 可能 不可能, 必須 任意, 開始 終了',
);

/** Verbs whose statements are events: another event of the kind contradicts nothing. */
export const EVENT_VERBS = words(
  'met visited failed ran went saw called wrote said added attended released fixed crashed happened arrived left bought sold read ' +
    'traf trafen besuchte besuchten lief fiel schrieb sagte kaufte ging',
);

export const QUANTIFIER_CLASS: ReadonlyMap<string, 'all' | 'none' | 'some'> = new Map([
  ...[...words('all every each alle allen aller jeder jede jedes 全員 全て すべて')].map(
    (key) => [key, 'all'] as const,
  ),
  ...[...words('no none kein keine keiner nobody niemand')].map((key) => [key, 'none'] as const),
  ...[...words('some many several few manche einige viele 一部')].map((key) => [key, 'some'] as const),
]);

export const NEGATIONS = words(
  "not no never cannot can't isn't aren't wasn't weren't doesn't don't didn't won't hasn't haven't nicht nie niemals kein keine keinen keinem keiner",
);

export const OBLIGATIONS: ReadonlyMap<string, string> = new Map([
  ['must', 'must'],
  ['shall', 'must'],
  ['need', 'must'],
  ['needs', 'must'],
  ['may', 'may'],
  ['might', 'may'],
  ['can', 'can'],
  ['could', 'can'],
  ['should', 'should'],
  ['muss', 'must'],
  ['müssen', 'must'],
  ['darf', 'may'],
  ['kann', 'can'],
  ['soll', 'should'],
]);

/** How a relation behaves. */
export interface Relation {
  readonly name: string;
  /** `one` value at a time, `many`, or `unknown`: then only numbers, negation and antonyms can conflict. */
  readonly values: 'one' | 'many' | 'unknown';
  readonly symmetric?: true;
  /** The subject and the object change places to give the named relation. */
  readonly inverse?: true;
  /** `A over B` denies `B over A`. */
  readonly ordered?: true;
  /** What the phrase ends with: what stands behind "in", "on" and "at" may be three things of one subject. */
  readonly preposition?: Preposition;
}

export type Preposition = 'in' | 'on' | 'at';

/**
 * Verb phrases and what they relate. In the lists, a comma ends a phrase and a bar parts the words that may stand in one
 * place: `is|are in|at` is four phrases.
 */
const PHRASES: readonly (readonly [phrases: string, relation: Relation])[] = [
  ['is|are|was|were|be|ist|sind|war|waren', { name: 'be', values: 'unknown' }],
  ['is|are|was|were married to', { name: 'married', values: 'one', symmetric: true }],
  ['is|are|was|were adjacent to', { name: 'adjacent', values: 'many', symmetric: true }],
  ['is|was|are|were owned by', { name: 'own', values: 'one', inverse: true }],
  ['is|was written in', { name: 'written-in', values: 'one' }],
  ['is|was|are|were chosen over', { name: 'over', values: 'many', ordered: true }],
  ['reports|report to', { name: 'report-to', values: 'many', ordered: true }],
  ['manages|manage', { name: 'report-to', values: 'many', ordered: true, inverse: true }],
  ['is|was|are|were held at, is|was|are|were located|based in|at', { name: 'be-at', values: 'one' }],
  [
    'is|was|are|were in|at|on, ist|war|sind in|am|im|bei|auf, runs|run in|at, listens|listen on',
    { name: 'be-at', values: 'one' },
  ],
  ['runs|run on', { name: 'be-at', values: 'unknown' }],
  ['lives|live|lived in|at', { name: 'live-in', values: 'one' }],
  ['was|were born in|on', { name: 'born', values: 'one' }],
  ['was|were built in', { name: 'built', values: 'one' }],
  ['starts|start|begins|begin at|on|in', { name: 'start', values: 'one' }],
  ['closes|close at', { name: 'close', values: 'one' }],
  ['opens|open at', { name: 'open-at', values: 'one' }],
  ['ends|end at|on', { name: 'end', values: 'one' }],
  ['costs|cost|kostet|kosten|beträgt|betragen', { name: 'cost', values: 'one' }],
  ['owns|own', { name: 'own', values: 'many' }],
  ['uses|use|nutzt|nutzen|verwendet|verwenden', { name: 'use', values: 'many' }],
  ['depends|depend on', { name: 'depend', values: 'many' }],
  ['supports|support|unterstützt', { name: 'support', values: 'many' }],
  ['stores|store', { name: 'store', values: 'many' }],
  ['holds|hold|takes|take|fasst|has|have|hat', { name: 'hold', values: 'unknown' }],
  ['includes|include|contains|contain', { name: 'include', values: 'many' }],
  ['likes|like|speaks|speak|knows|know', { name: 'like', values: 'many' }],
];

const PREPOSITIONS: ReadonlyMap<string, Preposition> = new Map([
  ['in', 'in'],
  ['im', 'in'],
  ['on', 'on'],
  ['am', 'on'],
  ['auf', 'on'],
  ['at', 'at'],
  ['bei', 'at'],
]);

/** Each verb phrase, as its words, with its relation, by its first word; longer phrases first. */
export const RELATIONS_BY_FIRST_WORD: ReadonlyMap<
  string,
  readonly (readonly [phrase: readonly string[], relation: Relation])[]
> = byFirstWord(
  PHRASES.flatMap(([phrases, relation]) =>
    phrases.split(',').flatMap((phrase) =>
      expand(phrase).map((found) => {
        const preposition = PREPOSITIONS.get(found.at(-1) ?? '');
        return [found, preposition === undefined ? relation : { ...relation, preposition }] as const;
      }),
    ),
  ).sort(([a], [b]) => b.length - a.length),
);

/** `Map.groupBy` came with Node 21. */
function byFirstWord<T extends readonly [phrase: readonly string[], ...rest: unknown[]]>(
  phrases: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const phrase of phrases) {
    const first = phrase[0][0] ?? '';
    const group = groups.get(first);
    if (group) group.push(phrase);
    else groups.set(first, [phrase]);
  }
  return groups;
}

function expand(phrase: string): string[][] {
  return phrase
    .trim()
    .split(' ')
    .reduce<string[][]>(
      (heads, place) => heads.flatMap((head) => place.split('|').map((key) => [...head, key])),
      [[]],
    );
}

function pairs(list: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const pair of list.split(',')) {
    const [a = '', b = ''] = pair.trim().split(' ');
    map.set(`${a} ${b}`, a).set(`${b} ${a}`, a);
  }
  return map;
}
