export { classifyAssertion, sayingVerbs } from './assertion/classify-assertion.ts';
export { assertionCues, type Cue, type CueKind, finiteWords } from './assertion/cues.ts';
