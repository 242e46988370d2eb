import { baseForm } from '../stems/irregular-forms.ts';

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

/** True where an English form says in the past what the verb says: `taught` and `teach`, `worked` and `work`. */
export function isPastOf(form: string, verb: string): boolean {
  if (baseForm(form, 'en') === verb && form !== verb) return true;
  if (!form.endsWith('ed')) return false;
  const stem = form.slice(0, -2);
  return (
    stem === verb ||
    `${stem}e` === verb ||
    (/[^aeiou]y$/u.test(verb) && `${verb.slice(0, -1)}i` === stem) ||
    (stem.at(-1) === stem.at(-2) && stem.slice(0, -1) === verb)
  );
}
