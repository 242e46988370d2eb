/**
 * True if an address equals `named`, is below it, or belongs to that domain: `https://docs.a.example/b`
 * belongs to `a.example` and to `https://docs.a.example`, but not to `example`.
 */
export function isOfAddress(address: string, named: string): boolean {
  const [word, wanted] = [address, named].map((each) => each.trim().toLowerCase().replace(/\/+$/u, '')) as [
    string,
    string,
  ];
  if (wanted === '') return false;
  if (word === wanted) return true;
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/u.exec(word)?.[1]?.replace(/^.*@|:\d+$/gu, '');
  return (
    host !== undefined &&
    (host === wanted ||
      (wanted.includes('.') && host.endsWith(`.${wanted}`)) ||
      word.startsWith(`${wanted}/`))
  );
}
