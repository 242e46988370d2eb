/*
 * The months of each language, January first: the forms of a month with `|` between them, English with its short ones. What the
 * Unicode locale data give for a month alone and beside a day, and what people write besides. A test holds the table to those data.
 */

/** Languages that the critical tokens of a citation are compared in. */
export const CLAIMED_MONTHS: Readonly<Record<string, string>> = {
  en: 'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec',
  de: 'januar|jänner februar märz april mai juni juli august september oktober november dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  ru: 'января|январь февраля|февраль марта|март апреля|апрель мая|май июня|июнь июля|июль августа|август сентября|сентябрь октября|октябрь ноября|ноябрь декабря|декабрь',
  tr: 'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  hi: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर नवंबर|नवम्बर दिसंबर|दिसम्बर',
};

/** The forms of the months of one line of the table, each with its month from 1. */
export function monthForms(line: string): (readonly [form: string, month: number])[] {
  return line
    .split(' ')
    .flatMap((forms, i) =>
      forms.split('|').flatMap((form) => (form === '-' ? [] : [[form, i + 1] as const])),
    );
}

/** Month from 1 by its name in lower case. No name stands for two months: a test holds the table to that. */
export function monthsByName(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap(monthForms));
}

/** An alternation of names for a pattern, the longest first. */
export function namesPattern(names: Iterable<string>): string {
  return [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|');
}
