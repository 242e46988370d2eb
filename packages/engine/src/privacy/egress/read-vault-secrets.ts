import type { ClaimReader } from '@memora/claims';
import type { LeakGuardSource, SecretText, TextRange } from '@memora/privacy';
import { throwIfPassing } from '@memora/privacy/files';
import { mergeSpans } from '@memora/privacy/internal';
import type { Vault } from '@memora/vault';
import { type BandSettings, readNoteBands } from '../read-note-bands.ts';

/** The notes that a guard reads: those of a vault, or those that a member of a team sees. */
interface GuardedNotes {
  readonly scan: () => AsyncIterable<
    | { readonly path: string; readonly size: number; readonly mtimeMs: number; readonly error?: undefined }
    | { readonly path: string; readonly error: { readonly cause?: unknown } }
  >;
  readonly readNote: Vault['readNote'];
}

/** The guard reads the notes instead of the index, so that a faulty index does not affect it. */
export interface VaultSecretsPorts {
  readonly vault: GuardedNotes;
  readonly settings: BandSettings;
  /**
   * Names secrets by claim id if the claims are known, otherwise by a place in a note; null if there is
   * neither.
   */
  readonly claims: ClaimReader | null;
}

/** Keys of frontmatter whose values are Memora's own words. */
const STRUCTURE = /^(?:privacy|type|status|source|created|updated|date)\s*:/iu;

const WORDS = /^[\p{L}\p{M}\s._'’-]+$/u;

/** All secret text of a vault and all other text, line by line, read anew from the notes each time. */
export function readVaultSecrets(ports: VaultSecretsPorts): LeakGuardSource {
  return { secrets: () => readSecrets(ports), open: () => readOpen(ports) };
}

async function* readSecrets(ports: VaultSecretsPorts): AsyncIterable<SecretText> {
  const claims = await readSecretClaims(ports.claims);
  for await (const { path, bytes, secret } of readNotes(ports)) {
    const known = claims.filter((claim) => claim.notePath === path);
    for (const { text, start, end } of linesOf(bytes, secret)) {
      if (STRUCTURE.test(text)) continue;
      const claim = known.find(({ span }) => span.start < end && start < span.end);
      yield { id: claim?.id ?? `${path}#${start}`, text };
    }
  }
}

async function* readOpen(ports: VaultSecretsPorts): AsyncIterable<string> {
  for await (const { path, bytes, open, isSecret } of readNotes(ports)) {
    // The title of a note without a heading is its file name, which leaves with its claims. A code in a file name stays guarded.
    const name = path.replace(/^.*\/|\.md$/giu, '');
    if (!isSecret && WORDS.test(name)) yield name;
    for (const { text } of linesOf(bytes, open)) yield text;
  }
}

async function* readNotes({ vault, settings }: VaultSecretsPorts) {
  for await (const entry of vault.scan()) {
    if (entry.error !== undefined) {
      // A folder that temporarily cannot be listed may contain secrets. Without them the guard would be
      // incomplete, so nothing is sent.
      throwIfPassing(entry.error.cause);
      continue;
    }
    const bytes = await vault.readNote(entry.path);
    const { band, regions } = await readNoteBands(bytes, entry.path, settings);
    const isSecret = band === 'secret';
    const all = [{ start: 0, end: bytes.length }];
    const secret = isSecret ? all : mergeSpans(regions.filter((region) => region.band === 'secret'));
    yield { path: entry.path, bytes, isSecret, secret, open: complementOf(secret, bytes.length) };
  }
}

/** An index that can't be read leaves the secrets without claim ids; they are guarded anyway. */
async function readSecretClaims(claims: ClaimReader | null) {
  if (claims === null) return [];
  try {
    return (await claims.listClaims({ bands: ['secret'] })).claims;
  } catch {
    return [];
  }
}

function complementOf(spans: readonly TextRange[], length: number): TextRange[] {
  const ends = [0, ...spans.map((span) => span.end)];
  const starts = [...spans.map((span) => span.start), length];
  return ends
    .map((start, i) => ({ start, end: starts[i] ?? length }))
    .filter((span) => span.end > span.start);
}

const LINE_END = /\r\n|[\n\r]/u;
const MARKERS = /<!--\s*\/?\s*privacy[^>]*-->/giu;

/** The lines of ranges, without markers, with their byte offsets. */
function* linesOf(bytes: Uint8Array, ranges: readonly TextRange[]) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const range of ranges) {
    let start = range.start;
    for (const line of decoder.decode(bytes.subarray(range.start, range.end)).split(LINE_END)) {
      const end = start + Buffer.byteLength(line);
      const text = line.replace(MARKERS, ' ').trim();
      if (text !== '') yield { text, start, end };
      start = end + 1;
    }
  }
}
