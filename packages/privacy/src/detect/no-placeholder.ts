/** Quotation marks around a value. */
export const QUOTES = /^["'`„«「“]|["'`“»」”]$/g;

/** False for placeholders of documentation: `xxxx`, `****`, `<token>`, `your-key-here`, `example`. */
export function isNoPlaceholder(value: string): boolean {
  const plain = value.replace(QUOTES, '');
  return (
    !/^[x*•.…#_<>-]+$/i.test(plain) &&
    !/(?:your|example|placeholder|changeme|redacted|dummy|sample|insert|xxxx|\*{4}|\.\.\.|…)/i.test(plain) &&
    !/^\$\{|^<[^>]*>$|^\{\{/.test(plain)
  );
}
