import { type CueKind, statesAssertion } from '@memora/language/assertion';

const KINDS: ReadonlySet<string> = new Set<CueKind>(['question', 'hypothetical', 'wish', 'quoted']);

/** True where a claim of this assertion can carry the statement: `asserted` carries any, the others one that says so. */
export function saysAssertion(statement: string, assertion: string): boolean {
  return (
    assertion === 'asserted' || (KINDS.has(assertion) && statesAssertion(statement, assertion as CueKind))
  );
}
