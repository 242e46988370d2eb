/** The code of an error. The message of any other error may hold text of notes. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/u.test(code) ? code : 'UNEXPECTED';
}
