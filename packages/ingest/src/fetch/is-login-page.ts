const LOGIN =
  /(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|saml2?|auth(?:orize|enticate)?|account\/login|wp-login)(?:[/._?-]|$)/i;
const PASSWORD = /<input\b[^>]{0,400}\btype\s*=\s*["']?password\b/i;
/** A page with more text than this has something to read besides the form. */
const MOST_TEXT = 1_500;

/**
 * True if a server returns a password form instead of the page: the address after the redirects is that of a login, or the page has such a form and hardly any
 * text.
 */
export function isLoginPage(asked: string, found: string, bytes: Uint8Array): boolean {
  const [from, to] = [new URL(asked), new URL(found)];
  const isMoved = from.origin !== to.origin || from.pathname !== to.pathname;
  const isLogin = (url: URL) =>
    LOGIN.test(url.pathname) || /^(?:log-?in|sso|auth|accounts?)\./i.test(url.hostname);
  if (isMoved && isLogin(to) && !isLogin(from)) return true;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200_000));
  return bytes.length <= 200_000 && PASSWORD.test(head) && textLength(head) < MOST_TEXT;
}

/** The approximate number of visible characters: without tags, scripts and styles. */
function textLength(html: string): number {
  let text = '';
  let at = 0;
  for (const { index } of html.matchAll(/<(?:script|style|noscript|svg)\b/gi)) {
    if (index < at) continue;
    text += html.slice(at, index);
    const end = html.indexOf('</', index);
    at = end < 0 ? html.length : end;
  }
  return (text + html.slice(at)).replace(/<[^<>]*>/g, '').replace(/\s+/g, ' ').length;
}
