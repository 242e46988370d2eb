/** Names of one country whose forms share no root, the short one first. What stands behind a `+` is known by the others, and tells of none. */
const GROUPS =
  'UK Britain British +United +Kingdom|US America American USA +United +States|EU +European +Union|France French|Spain Spanish Spaniard|Poland Polish Pole|' +
  'Netherlands Dutch Holland|Denmark Danish Dane|Switzerland Swiss|Wales Welsh|Ireland Irish|Norway Norwegian|Finland Finnish Finn|' +
  'Portugal Portuguese|Philippines Filipino Philippine|Thailand Thai|Egypt Egyptian|Peru Peruvian|Cyprus Cypriot|Greece Greek|Turkey Turkish Turk';

const kin = new Map<string, readonly string[]>();
for (const group of GROUPS.split('|')) {
  const keys = group.toLowerCase().replaceAll('+', '').split(' ');
  for (const word of group.split(' ')) if (!word.startsWith('+')) kin.set(word, keys);
}

/** Lower-case forms of the same name: `France` and `French`. As written: `us` is no country. */
export function kinOf(word: string): readonly string[] {
  return kin.get(word.replace(/['’]s$/u, '')) ?? [];
}

const SPELLED = /(?<!\p{L})(?:U\.\s?([KS])\.?|United (K)ingdom|United (S)tates|E\.?(U)\.)/gu;

/** What a text names by letters with stops or in two words: `U.K.`, `United Kingdom`. */
export function kinSpelledIn(text: string): readonly string[] {
  if (!/U\.|United /.test(text)) return [];
  return Array.from(text.matchAll(SPELLED), ([, ...letters]) => letters.join('')).flatMap((letter) =>
    kinOf(letter === 'U' ? 'EU' : `U${letter}`),
  );
}
