import { allMatches } from '@memora/language/text';

/** The class of a finding's data, from none to the most damaging. */
export const DATA_CLASSES = ['none', 'pii', 'phi', 'restricted'] as const;

/** `pii` personal data, `phi` health, `restricted` credentials, account numbers and national ids. */
export type DataClass = (typeof DATA_CLASSES)[number];

/** A place in a text that should probably be kept private. */
export interface Finding {
  /** The rule's name for it: `email`, `iban`, `password`, `medical-condition` … */
  readonly kind: string;
  readonly dataClass: DataClass;
  /** UTF-16 offsets of the value, half open. */
  readonly start: number;
  readonly end: number;
  /** The reason: the rule in words, never the value. */
  readonly reason: string;
}

/** A rule: finds places in a text, in any order. Pure. */
export type Rule = (text: string) => Iterable<Finding>;

/**
 * Findings where a pattern matches (the matches are given or searched for), or at the matches' group `value`,
 * if `accept` returns true.
 */
export function* findByPattern(
  text: string,
  pattern: RegExp | readonly RegExpExecArray[],
  finding: Pick<Finding, 'kind' | 'dataClass' | 'reason'>,
  accept: (value: string, match: RegExpExecArray) => boolean = () => true,
): Iterable<Finding> {
  for (const match of pattern instanceof RegExp ? allMatches(text, pattern) : pattern) {
    const value = match.groups?.['value'] ?? match[0];
    const start = match.index + (match.groups?.['value'] === undefined ? 0 : match[0].lastIndexOf(value));
    if (value !== '' && accept(value, match)) {
      yield { ...finding, start, end: start + value.length };
    }
  }
}
