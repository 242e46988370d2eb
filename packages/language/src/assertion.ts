export { classifyAssertion, SAYING_VERBS } from './assertion/classify-assertion.ts';
export { ASSERTION_CUES, type Cue, type CueKind } from './assertion/cues.ts';
export { findHedgePhrase, HEDGE_PHRASES, HEDGE_WORDS } from './assertion/hedges.ts';
export { statesAssertion } from './assertion/states-assertion.ts';
