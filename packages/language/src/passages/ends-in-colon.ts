const ENDS_IN_COLON = /[:：][*_\s]*$/u;

/** True for a text that introduces the next one. */
export function endsInColon(text: string): boolean {
  return ENDS_IN_COLON.test(text);
}
