/** Numbers in a sentence that may be its secret, except those that occur in ordinary traffic. */

const DATE =
  /(?<![\d.])(?:(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([./])(?:0?[1-9]|1[0-2])\2(?:19|20)\d\d)(?!\d)/gu;
const AMOUNT = /(?<![\d.,])\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?![\d])/gu;
const CODE = /(?<![\d.,:/-])\d{4}(?![\d:/-]|[.,]\d)/gu;
/** Words after which four digits are a code instead of a year, count or price. */
const NAMES_CODE =
  /\b(?:pins?|pin[- ]?codes?|passcodes?|codes?|cvv2?|cvc|combination|kombination|geheimzahl|kode|zugangscode|clave|contraseña|safe|alarm|otp)\b|暗証|密码/iu;
/** Round numbers, powers of two and years occur in requests and answers of every kind. */
const COMMON = /^(?:\d\d00|1024|2048|4096|8192|(?:19|20)\d\d|1234|0000)$/u;

/**
 * The full dates, the amounts of five digits or more and the four-digit codes of a secret text. Dates of the year `now` are left out, because questions and
 * time stamps contain them. So are codes that are a year or a round number, and any four digits if the text does not mention a code.
 */
export function sensitiveFigures(text: string, now: Date = new Date()): string[] {
  const year = String(now.getUTCFullYear());
  const dates = [...text.matchAll(DATE)].map(([date]) => date).filter((date) => !date.includes(year));
  const amounts = [...text.matchAll(AMOUNT)].map(([amount]) => amount);
  const long = amounts.filter((amount) => amount.replace(/\D/gu, '').length >= 5);
  const codes = NAMES_CODE.test(text)
    ? [...text.matchAll(CODE)].map(([code]) => code).filter((code) => !COMMON.test(code))
    : [];
  return [...new Set([...dates, ...long, ...codes])];
}
