export { holdsLabel, isLabel, type Label, labelOf, wordsOf } from './labels/label-of.ts';
export { ARTICLES, COPULAS } from './words/attribute-words.ts';
export { isInstruction, overridesInstructions } from './words/is-instruction.ts';
export { JOINING_WORDS } from './words/joining-words.ts';
export { PREFIX_WORDS } from './words/prefix-words.ts';
export { readMeasureWords } from './words/read-measure-words.ts';
export { type Person, readPerson } from './words/read-person.ts';
export { readRememberRequest } from './words/read-remember-request.ts';
