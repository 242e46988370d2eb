/** True if a text has one of some characters: looked for one by one, as a search for one is many times as fast as an expression for all. */
export function hasAny(text: string, characters: readonly string[]): boolean {
  for (const character of characters) if (text.includes(character)) return true;
  return false;
}
