import { parsePrivacyMarkers } from '@memora/privacy';
import { locateFrontmatter } from '@memora/vault/internal';

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
/** In UTF-16 units: shorter words occur everywhere. */
const SHORTEST = 4;

/**
 * Hides in a text everything that `standing` marks as secret, because a sentence that somebody made secret in
 * a note may have moved in the new version. Text that `standing` also shows openly is not hidden.
 */
export function hideAgain(text: string, standing: Uint8Array): string {
  const before = splitBySecrecy(standing.subarray(bodyStartOf(standing)));
  const open = before
    .filter(({ isSecret }) => !isSecret)
    .map((part) => part.text)
    .join('\n');
  const secrets = before
    .filter(({ isSecret }) => isSecret)
    .flatMap((part) => part.text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => [...line].length >= SHORTEST && /[\p{L}\p{N}]{2}/u.test(line) && !open.includes(line));
  const bytes = new TextEncoder().encode(text);
  const at = bodyStartOf(bytes);
  // A word of the frontmatter may be part of its syntax, so only secrets of several words are hidden there.
  const head = hideIn(
    bytes.subarray(0, at),
    secrets.filter((secret) => secret.includes(' ')),
  );
  return head + hideIn(bytes.subarray(at), secrets);
}

function hideIn(bytes: Uint8Array, secrets: readonly string[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  if (secrets.length === 0) return decoder.decode(bytes);
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  const found = new RegExp(longestFirst.map((secret) => escaped(secret)).join('|'), 'gu');
  return splitBySecrecy(bytes)
    .map((part) => (part.isSecret ? part.whole : part.text.replace(found, (secret) => OPEN + secret + CLOSE)))
    .join('');
}

function bodyStartOf(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const start = locateFrontmatter(text)?.bodyStart ?? 0;
  return new TextEncoder().encode(text.slice(0, start)).length;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

interface Part {
  readonly isSecret: boolean;
  /** Without the markers. */
  readonly text: string;
  readonly whole: string;
}

function splitBySecrecy(bytes: Uint8Array): Part[] {
  const { regions, markers } = parsePrivacyMarkers(bytes);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: Part[] = [];
  let at = 0;
  const open = (end: number): void => {
    const text = decoder.decode(bytes.subarray(at, end));
    parts.push({ isSecret: false, text, whole: text });
  };
  for (const { start, end } of regions.filter(({ band }) => band === 'secret')) {
    open(start);
    const inner = bytes.slice(start, end);
    for (const marker of markers)
      if (marker.start >= start && marker.end <= end)
        inner.fill(0x0a, marker.start - start, marker.end - start);
    parts.push({
      isSecret: true,
      text: decoder.decode(inner),
      whole: decoder.decode(bytes.subarray(start, end)),
    });
    at = end;
  }
  open(bytes.length);
  return parts;
}
