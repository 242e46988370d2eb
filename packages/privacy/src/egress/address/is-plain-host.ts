/**
 * True for a host made of letters, digits and hyphens in labels, or an IP address. The URL standard allows much more, such as `$({touch,x}).localhost`, which a
 * log or a shell may misread; no service has such a name.
 */
export function isPlainHost(hostname: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/i.test(hostname)) return true;
  return (
    hostname.length <= 253 &&
    hostname
      .replace(/\.$/, '')
      .split('.')
      .every((label) => LABEL.test(label))
  );
}

/** An underscore is not valid in a host name, but container names have one. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
