/** Why two claims can't both hold: the kind of the differing value, a statement in one of them, or a model. */
export type ConflictReason = 'number' | 'date' | 'value' | 'replaced' | 'judged';
