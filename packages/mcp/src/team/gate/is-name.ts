const LONGEST_NAME = 256;

/** A name of a principal or of a group: nothing in it that breaks a line. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(value);
}
