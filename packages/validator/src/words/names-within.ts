/** Words of Katakana, what stands before a form of address, what ends as names of places and bodies do. */
const NAME =
  /[ァ-ヺー]{2,}|[\p{Script=Han}ァ-ヺー]{1,4}(?=さん|氏|様|殿|先生|女士|小姐|教授|博士)|[\p{Script=Han}]{2,3}(?:省|市|县|縣|州|区|大学|大學|银行|銀行|公司)/gu;

/** The names of a text in a script without spaces, as far as their form or a list of the world's countries tells them. */
export function namesWithin(text: string): string[] {
  return [...(text.match(NAME) ?? []), ...(text.match(countries()) ?? [])];
}

let pattern: RegExp | undefined;

/** Countries in Chinese and Japanese, as the platform knows them. */
function countries(): RegExp {
  if (pattern !== undefined) return pattern;
  const names = new Set<string>();
  for (const language of ['zh', 'zh-Hant', 'ja']) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (let first = 65; first <= 90; first++) {
      for (let second = 65; second <= 90; second++) {
        const name = display.of(String.fromCharCode(first, second));
        // One that is short could be part of another word.
        if (name !== undefined && /^\p{Lo}{2,}$/u.test(name)) names.add(name);
      }
    }
  }
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  pattern = new RegExp(longestFirst.length === 0 ? '(?!)' : longestFirst.join('|'), 'gu');
  return pattern;
}
