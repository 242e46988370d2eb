import { COPULAS } from '@memora/language/words';

/**
 * Completes a line of a note to a statement: "Release day of Aurora: Tuesday" means that the release day is Tuesday, and "It listens on port 8000" is about the
 * subject of the previous sentence if that begins with a name.
 */
export function toWholeStatement(said: string, before: string): string {
  const label = LABEL.exec(said)?.groups;
  if (label !== undefined) {
    const { name = '', value = '' } = label;
    return `${/^(?:the|a|an)\b/iu.test(name) ? '' : 'The '}${lowerFirst(name)} is ${value}`;
  }
  const part = PART.exec(said)?.groups;
  if (part !== undefined) return toOwned(said, part['part'] ?? '', before);
  if (!/^It \p{Ll}/u.test(said)) return said;
  const name = NAMED.exec(before)?.[1];
  const next =
    before
      .slice(name?.length ?? 0)
      .trim()
      .split(' ')[0] ?? '';
  return name !== undefined && (COPULAS.has(next) || /^\p{Ll}+s$/u.test(next))
    ? `${name}${said.slice(2)}`
    : said;
}

/**
 * "The oven weighs 410 kg" after "Anselm bought the oven" is about Anselm's oven, if the previous sentence
 * begins with a name and no other name has an oven.
 */
function toOwned(said: string, part: string, before: string): string {
  const { name, rest = '' } = HAS.exec(before)?.groups ?? {};
  if (name === undefined || name === 'The' || said.includes(name)) return said;
  const own = new RegExp(`\\b(?:an?|the|his|her|its|their) (?:\\p{Ll}+ )?${part}\\b`, 'u');
  return own.test(rest) ? `The ${part} of ${name}${said.slice('The '.length + part.length)}` : said;
}

/** A statement about a thing with a one-word name. */
const PART = /^The (?<part>\p{Ll}{3,30}) (?=(?:is|are|was|has|can|\p{Ll}+s) )/u;
const HAS =
  /^(?<name>\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*){0,3}) (?:is|was|has|had|runs|owns|keeps|leads|manages|operates|uses|drives|rents|hosts|maintains|sails|flies|bought|built|founded|opened|inherited|rented|leased)(?: (?<rest>.*))?$/u;

/** A label of a few words with its subject, and a value of a few words. */
const LABEL = /^(?<name>\p{L}[\p{L} ]{2,40} of \p{Lu}[\p{L}\p{N} ]{1,40}): (?<value>[^:]{1,60})$/u;
const NAMED = /^(\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*){0,3})(?= )/u;

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}
