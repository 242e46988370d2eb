/** True if an address is the one that is named, below it, or of the named domain: `https://docs.a.example/b` is of `a.example` and of `https://docs.a.example`, not of `example`. */
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
