/** Why two claims can't both hold: the kind of the value that differs, what one of them says itself, or a model. */
export type ConflictReason = 'number' | 'date' | 'value' | 'replaced' | 'judged';
