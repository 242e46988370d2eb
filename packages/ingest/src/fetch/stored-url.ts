import { decodeAddress } from '@memora/core/internal';
import { createDetector } from '@memora/privacy';

/** An address as a note may store it, and what fetching it requires. */
interface StoredUrl {
  /** Without user, password, fragment and parameters that grant access. */
  readonly url: string;
  /** The address to request: with its parameters, without user and password. */
  readonly request: string;
  /** The header for the user and password of the address; null if it has none. */
  readonly authorization: string | null;
  /** True if `url` lacks something that fetching requires. */
  readonly isWithoutCredentials: boolean;
}

/** Parameters that are credentials, whatever their value. */
const CREDENTIAL =
  /^(?:(?:access|auth|id|refresh|session|csrf|security)[-_]?token|token|jwt|(?:api|access|secret|private|subscription)[-_]?key|apikey|(?:client[-_]?)?secret|pass(?:word|wd)?|pwd|sig(?:nature)?|hmac|credentials?|(?:php|j)?sess(?:ion)?[-_]?id|x-(?:amz|goog)-(?:signature|credential|security-token))$/i;
/** Parameters that are credentials if their value looks like one. */
const PERHAPS = /^(?:key|code|auth|ticket|session|sid|s|k|t|hash|policy|se|sp|sv)$/i;

const detector = createDetector({ mode: 'enforce' });

/**
 * The part of an address that may be stored: it must not grant access to a reader of the note or of the fetch log. If the path holds a credential, as in the
 * address of a web hook, only the origin is kept.
 */
export function toStoredUrl(address: URL): StoredUrl {
  const url = new URL(address);
  const authorization =
    url.username === '' && url.password === ''
      ? null
      : `Basic ${Buffer.from(`${decodeAddress(url.username)}:${decodeAddress(url.password)}`).toString('base64')}`;
  url.username = '';
  url.password = '';
  url.hash = '';
  const request = url.href;
  for (const [name, value] of [...url.searchParams])
    if (CREDENTIAL.test(name) || (PERHAPS.test(name) && isRandom(value)) || isSecret(value))
      url.searchParams.delete(name, value);
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, '');
  if (isSecret(url.pathname) || url.pathname.split('/').some((part) => isSecret(decodeAddress(part))))
    url.pathname = '/';
  // Rewriting parameters may change their spelling, so an address that loses none stays as it was.
  const isSame = [...new URL(request).searchParams].length === [...url.searchParams].length;
  const stored = isSame && url.pathname === new URL(request).pathname ? request : url.href;
  return {
    url: stored,
    request,
    authorization,
    isWithoutCredentials: stored !== request || authorization !== null,
  };
}

function isSecret(text: string): boolean {
  const { findings, failed } = detector.detect(text);
  return failed || findings.some(({ dataClass }) => dataClass === 'restricted');
}

/** True if letters and digits are mixed in a way that no word or number has. */
function isRandom(value: string): boolean {
  return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value) && !/\s/.test(value);
}
