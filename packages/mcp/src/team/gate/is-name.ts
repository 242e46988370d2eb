const LONGEST_NAME = 256;

/** True for a valid name of a principal or a group, without line breaks. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(value);
}
