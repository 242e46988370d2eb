export {
  ARTICLES,
  AT_TIME,
  BEGINS,
  BORN_UNSPACED,
  BORN_VERBS,
  CALLED,
  CLOCK_VERBS,
  COPULAS,
  EVERY,
  EXCLUSIVE_STATES,
  FROM_WORDS,
  isSupportVerb,
  MANY_ATTRIBUTES,
  OF_WORDS,
  ONCE_VERBS,
  ONE_OF_MANY,
  OTHER_NEGATIONS,
  PLURAL_COPULAS,
  POSSESSIVES,
  SINGLE_ATTRIBUTES,
  SINGLE_VERBS,
  UNSPACED_ATTRIBUTES,
  UNSPACED_ROLES,
  UNSPACED_VERBS,
} from './words/attribute-words.ts';
export {
  type ChangeKind,
  readChanges,
  type SaidChange,
  saysMarried,
  saysParted,
  saysTogether,
  saysUnmarried,
  saysWhere,
} from './words/change-words.ts';
export { isInstruction, overridesInstructions } from './words/is-instruction.ts';
export { CONJUNCTIONS, JOINING_WORDS } from './words/joining-words.ts';
export { LEANING_WORDS } from './words/leaning-words.ts';
export { PREFIX_WORDS } from './words/prefix-words.ts';
export { PROGRESS_WORDS, type ProgressWords } from './words/progress-words.ts';
export { readMeasureWords } from './words/read-measure-words.ts';
export { type Person, readPerson } from './words/read-person.ts';
export { readRememberRequest } from './words/read-remember-request.ts';
export { SESSION_WORDS } from './words/session-words.ts';
export {
  ANYBODY,
  arePartsOfOne,
  DEFINITE,
  excludeEachOther,
  NAMED_UNSPACED,
  PLACE_WORDS,
  THE_ONE,
  TITLES,
  takesMany,
} from './words/state-words.ts';
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
export { isPastOf, toThird } from './words/verb-forms.ts';
export { LEXICONS, type Lexicon, type LexiconLanguage } from './words/verb-lexicon.ts';
