export { classifyAssertion, sayingVerbs } from './assertion/classify-assertion.ts';
export { assertionCues, type Cue, type CueKind } from './assertion/cues.ts';
