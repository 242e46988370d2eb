/** The third person of an English verb: `teach` gives `teaches`. */
export function toThird(verb: string): string {
  const irregular = IRREGULAR.get(verb);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:sh|ch|ss|x|z|o)$/u.test(verb) ? `${verb}es` : `${verb}s`;
}

/** A map: of an object `constructor` would be a form too. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['have', 'has'],
  ['be', 'is'],
]);
