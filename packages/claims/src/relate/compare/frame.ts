import type { Relation } from '@memora/language/words';
import type { StatementToken } from './statement-token.ts';

/** What a statement says, as far as it can be compared with another: who, which relation, what, and how. */
export interface Frame {
  readonly subject: readonly StatementToken[];
  readonly relation: Relation;
  readonly object: readonly StatementToken[];
  readonly negated: boolean;
  /** What the statement says is not the value: `in Go, not Rust`; `from JSON to MessagePack`. */
  readonly denied: readonly StatementToken[];
  readonly quantifier: 'all' | 'some' | 'none' | 'not-all' | null;
  /** The modal verb's meaning; `not-must` for "need not". */
  readonly modal: string | null;
  /** True for "is a …": one of many things that the subject is. */
  readonly indefinite: boolean;
  /** Whether an article stands before the object; absent for what is no sentence, and where none is looked for. */
  readonly article?: boolean;
  /** True for what was so: it stands beside what is. */
  readonly past?: true;
  /** True for an event: another event of the kind contradicts nothing. */
  readonly event: boolean;
}
