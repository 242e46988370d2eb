export { classifyAssertion, sayingVerbs } from './assertion/classify-assertion.ts';
export { assertionCues, type Cue, type CueKind } from './assertion/cues.ts';
export { findHedgePhrase, hedgePhrases, hedgeWords } from './assertion/hedges.ts';
export { statesAssertion } from './assertion/states-assertion.ts';
