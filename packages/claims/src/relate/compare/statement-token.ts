/** A meaningful piece of a statement. Words are keys: NFC, lower case, without Markdown. */
export type StatementToken =
  | { readonly kind: 'word'; readonly key: string; readonly name: boolean }
  | {
      readonly kind: 'number';
      readonly key: string;
      readonly values: readonly number[];
      readonly unit: string;
      /** `3.10`, where it may be one. */
      readonly version?: string;
    }
  | { readonly kind: 'date'; readonly key: string; readonly from: number; readonly until: number }
  | { readonly kind: 'time'; readonly key: string; readonly minutes: number };

export type DateToken = Extract<StatementToken, { kind: 'date' }>;

/** True where two tokens mean the same: equal words, shared values in the same unit, equal dates and times. */
export function sameToken(a: StatementToken, b: StatementToken): boolean {
  if (a.kind === 'number' && b.kind === 'number') {
    return a.unit === b.unit && a.version === b.version && a.values.some((value) => b.values.includes(value));
  }
  if (a.kind === 'date' && b.kind === 'date') return a.from === b.from && a.until === b.until;
  if (a.kind === 'time' && b.kind === 'time') return a.minutes === b.minutes;
  return a.kind === b.kind && a.key === b.key;
}

/** True where one of the two dates lies wholly in the other: May 1932 does not contradict 1932. */
export function overlaps(a: StatementToken, b: StatementToken): boolean {
  return a.kind === 'date' && b.kind === 'date' && a.from < b.until && b.from < a.until;
}

/** A word as a token, for lexicon look-ups and tests. */
export function word(key: string, name = false): StatementToken {
  return { kind: 'word', key, name };
}

/** The tokens as one text key. */
export function keyOf(tokens: readonly StatementToken[]): string {
  return tokens.map((token) => token.key).join(' ');
}
