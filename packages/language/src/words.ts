export { holdsLabel, isLabel, type Label, labelOf, wordsOf } from './labels/label-of.ts';
export { ARTICLES, CALLED, COPULAS, EVERY, isSupportVerb } from './words/attribute-words.ts';
export { type ChangeKind, readChanges, type SaidChange } from './words/change-words.ts';
export { isInstruction, overridesInstructions } from './words/is-instruction.ts';
export { JOINING_WORDS } from './words/joining-words.ts';
export { LEANING_WORDS } from './words/leaning-words.ts';
export { PREFIX_WORDS } from './words/prefix-words.ts';
export { readMeasureWords } from './words/read-measure-words.ts';
export { type Person, readPerson } from './words/read-person.ts';
export { readRememberRequest } from './words/read-remember-request.ts';
export { TITLES } from './words/state-words.ts';
export {
  ANTONYMS,
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
} from './words/statement-lexicon.ts';
export { toThird } from './words/verb-forms.ts';
export { LEXICONS, type Lexicon, type LexiconLanguage } from './words/verb-lexicon.ts';
