/** The form in which a term of a secret claim is stored and looked for. The `:` in front keeps it apart from words. */
export function hashedTerm(term: string, hashToken: (token: string) => string): string {
  const hash = hashToken(term);
  return `h:${/^[0-9a-z]+$/u.test(hash) ? hash : Buffer.from(hash).toString('hex')}`;
}
