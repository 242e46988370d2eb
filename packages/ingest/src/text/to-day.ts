/** A day or an instant for frontmatter, from the date forms of other formats: ISO 8601, RFC 2822, `D:20260504` of PDF. Null for anything else. */
export function toDay(text: string | null | undefined): string | null {
  const plain = (text ?? '').trim();
  const [, pdf] = /^D:(\d{4}(?:\d{2}){0,2})/.exec(plain) ?? [];
  if (pdf !== undefined) return toIso(pdf.slice(0, 4), pdf.slice(4, 6), pdf.slice(6, 8));
  const [, year, month, day, time] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d.*))?$/.exec(plain) ?? [];
  if (year !== undefined) {
    const date = toIso(year, month, day);
    const at = time === undefined ? Number.NaN : Date.parse(`${date}T${time.replace(/\s/g, '')}`);
    return Number.isNaN(at) || date === null ? date : toSecond(at);
  }
  const [, compact] = /^(\d{8})(?:T|$)/.exec(plain) ?? [];
  if (compact !== undefined) return toIso(compact.slice(0, 4), compact.slice(4, 6), compact.slice(6, 8));
  // Days with a month name, optionally with a time and a zone.
  if (!/\p{L}{3}/u.test(plain) || !/\b\d{4}\b/.test(plain)) return null;
  const isTimed = /\d:\d\d/.test(plain);
  const at = Date.parse(isTimed ? plain.replace(/\s*\([^)]*\)\s*$/, '') : `${plain} UTC`);
  if (Number.isNaN(at)) return null;
  return isTimed ? toSecond(at) : new Date(at).toISOString().slice(0, 10);
}

function toSecond(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function toIso(year = '', month = '', day = ''): string | null {
  if (month === '') return year;
  const text = `${year}-${month.padStart(2, '0')}${day === '' ? '' : `-${day.padStart(2, '0')}`}`;
  const at = new Date(`${text}${day === '' ? '-01' : ''}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text) ? null : text;
}
