/**
 * Names of conditions that are everyday words too. Such a word counts only in a health context; every other name of a condition always counts. In the patterns,
 * `@` represents the word, with the text before and after it.
 */
interface Everyday {
  /** The word, in lower case. */
  readonly word: RegExp;
  /** Its spelling as a condition: `ADD` but not `add`. */
  readonly written?: RegExp;
  /** The health context that it needs; if absent, any health context will do. */
  readonly near?: RegExp;
  /** A context in which it has another meaning. */
  readonly unless?: RegExp;
}

const HAS =
  '(?:ha[sd]|have|having|got|gets?|suffer(?:s|ed|ing)?(?: from)?|diagnos\\p{L}+(?: with| of)?|with|treat(?:ed|ment) for|recover\\p{L}* from|after|since|survived|died (?:of|from)|risk of)(?: (?:an?|the|his|her|my|their|your|severe|mild|minor|major|second|first|adult))*\\s@';

const EVERYDAY: readonly Everyday[] = [
  {
    word: /^add$/,
    written: /^ADD$/,
    near: /\b(?:diagnos\p{L}+|adhd|ritalin|adderall|medicat\p{L}+|therap\p{L}+|symptoms?|has|had|have)\b[^.!?\n]{0,30}@|@[^.!?\n]{0,30}\b(?:adhd|diagnos\p{L}+|medicat\p{L}+|symptoms?|ritalin|adderall)/iu,
    unless: /\b(?:has|had|have) (?:an? |the |to )@/iu,
  },
  { word: /^aids$/, written: /^AIDS$/ },
  {
    word: /^stroke$/,
    near: new RegExp(
      `${HAS}|\\b(?:his|her|my|their|mini|ischa?emic|ha?emorrhagic)(?: (?:last|first|second))?[ -]@|@ (?:patient|survivor|rehab|unit|victim|risk|in (?:19|20)\\d\\d|last (?:week|month|year|spring|summer|autumn|winter))`,
      'iu',
    ),
    unless:
      /@[ -](?:width|type|color|colour|style|order|of|\d)|\b(?:with|after) (?:a|the) @ [^.!?\n]{0,20}\b(?:pen|brush|line|key)/iu,
  },
  {
    word: /^depression$/,
    unless: /(?:great|tropical|economic|post-?war|prairie|wirtschaftliche|große) @|@ (?:era|glass)/iu,
  },
  {
    word: /^bipolar$/,
    near: new RegExp(`${HAS}|\\b(?:is|am|was|are|being) @|@ (?:affective|episode)`, 'iu'),
  },
  { word: /^shingles$/, near: new RegExp(`${HAS}|@ (?:vaccin|rash|outbreak)`, 'iu') },
  { word: /^zona$/, near: /\b(?:un|le|du|mon|ton|son) @|@ (?:ophtalmique|intercostal)/iu },
  {
    word: /^gota$/,
    near: /\b(?:ataques? de|crisis de|(?:sufr|padec|teng|tien)\p{L}+(?: de)?|enfermedad de la) @/iu,
  },
  { word: /^goutte$/, near: /\b(?:crises? de|souffr\p{L}+ de(?: la)?|atteint\p{L}* de) @/iu },
  { word: /^sida$/, near: /\b(?:le|du|el|del|con|tiene|contra o|com|vírus da|vih y) @|\b[vh]i[hv]\/@/iu },
  {
    word: /^enceinte$/,
    near: /\b(?:est|suis|es|était|être|tombée?|femmes?|elle|amie|fille|sœur) @|@ (?:de (?:\p{L}+|\d+) (?:mois|semaines)|depuis)/iu,
  },
  {
    word: /^krebs$/,
    near: /\b(?:hat|hatte|haben|an|gegen|wegen|durch|diagnose:?|verdacht auf|bekam|besiegt\p{L}*) @|@(?: (?:im|in der|erkrankt|diagnostiziert|besiegt)|$)/iu,
  },
  { word: /^tripper$/, near: /\b(?:hat|hatte|bekam)(?: (?:einen|den))? @/iu },
  { word: /^спид$/u, near: /(?:вич[\s/-]|болен |больна |болеет |от )@/iu },
  // A first name: "Asma Jabir".
  { word: /^asma$/, unless: /@ \p{Lu}\p{Ll}/u },
];

/** False for an everyday word outside a health context. `at` is its position in the text. */
export function isNamedAsCondition(value: string, text: string, at: number): boolean {
  const word = value.toLowerCase();
  const rule = EVERYDAY.find((each) => each.word.test(word));
  if (rule === undefined) return true;
  const { written, near, unless } = rule;
  if (written !== undefined && !written.test(value)) return false;
  const before = text.slice(Math.max(0, at - 60), at);
  const behind = text.slice(at + value.length, at + value.length + 40);
  const context = `${before}@${behind}`.replace(/[^\S\n]+/gu, ' ');
  return (near?.test(context) ?? true) && unless?.test(context) !== true;
}

/** True for a surname that ends like an illness: `Erik Zalitis`. */
export function isSurname(value: string, text: string, at: number): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(value)) return false;
  // German adjectives before a noun end in -e, -er, -es, -en, -em, and are capitalised at the start of a sentence.
  const first = /(?<![\p{L}\p{N}])\p{Lu}(\p{Ll}+) $/u.exec(text.slice(Math.max(0, at - 24), at))?.[1];
  return first !== undefined && !/e[rsnm]?$/u.test(first);
}
