import type { CanonicalCodes } from './encodings/canonical-codes.ts';
import { decodeRuns } from './encodings/encoded-runs.ts';
import { decodeRareEscapes } from './encodings/rare-escapes.ts';
import { findSecrets } from './find-secrets.ts';
import { fingerprintSecrets, type SecretFingerprints } from './fingerprint-secrets.ts';
import {
  LeakError,
  type LeakGuard,
  type OutgoingPart,
  type ScanOptions,
  type SecretText,
} from './leak-guard.ts';
import { createPayloadReader } from './payload-reader.ts';

/** The data sources of a guard. Both are read at the first scan, and not kept. */
export interface LeakGuardSource {
  /** Every secret text, with the id that an error may name. */
  readonly secrets: () => AsyncIterable<SecretText> | Iterable<SecretText>;
  /** Text that is not secret: other text of the notes, subjects that may be shown. A match of such text is no leak. */
  readonly open?: () => AsyncIterable<string> | Iterable<string>;
}

const MAX_DEPTH = 3;
const MAX_IDS = 20;
const encoder = new TextEncoder();

/**
 * A guard against secret text in outbound data, independent of types and redaction. It finds - any run of 19 letters and digits of a secret text, whatever is
 * between them and however they are written; - whole secret texts of 4 to 18 letters and digits, and passwords, keys and numbers in longer ones; in plain text,
 * JSON, URL and HTML escapes, base64 and hex, up to three levels deep. Single ordinary words are not found.
 */
export function createLeakGuard(source: LeakGuardSource): LeakGuard {
  let built: Promise<SecretFingerprints> | null = null;
  /** The result of {@link built}, so that scans after the first one need not wait. */
  let ready: SecretFingerprints | null = null;
  const reader = createPayloadReader();
  let lookedFor: SecretFingerprints | null = null;
  const fingerprints = (): Promise<SecretFingerprints> => {
    if (built === null) {
      const building = fingerprintSecrets(
        source.secrets(),
        source.open?.() ?? [],
        randomWord,
        reader.canonicalise,
      );
      building.then(
        (known) => {
          if (built === building) ready = known;
        },
        () => {
          if (built === building) built = null;
        },
      );
      built = building;
    }
    return built;
  };

  /** Visits the codes of each part, of the data encoded in it, and of the data encoded in that. */
  const readLayers = (parts: readonly OutgoingPart[], visit: (codes: CanonicalCodes) => void): void => {
    let layer = parts;
    for (let depth = 0; depth <= MAX_DEPTH && layer.length > 0; depth++) {
      const below: Uint8Array[] = [];
      for (const part of layer) {
        const bytes = typeof part === 'string' ? encode(part) : part;
        visit(reader.canonicalise(bytes));
        if (depth === MAX_DEPTH) continue;
        for (const each of decodeRuns(bytes, reader.findRuns())) below.push(each);
        const unescaped = decodeRareEscapes(bytes);
        if (unescaped !== null) below.push(unescaped);
      }
      layer = below;
    }
  };

  const idsIn = (
    known: SecretFingerprints,
    parts: readonly OutgoingPart[],
    options: ScanOptions = {},
  ): readonly string[] => {
    if (known !== lookedFor) reader.lookFor(known);
    lookedFor = known;
    const exempt: Uint8Array[] = [];
    readLayers(options.exempt ?? [], ({ codes, length }) => exempt.push(codes.slice(0, length)));
    const found = new Set<number>();
    readLayers(parts, (codes) => findSecrets(codes, reader, known, exempt, found));
    return [...found]
      .map((owner) => known.ids[owner] ?? '')
      .sort()
      .slice(0, MAX_IDS);
  };
  return {
    scan: async (parts, options) => idsIn(ready ?? (await fingerprints()), parts, options),
    check: async (parts, options) => {
      const ids = idsIn(ready ?? (await fingerprints()), parts, options);
      if (ids.length > 0) throw new LeakError(ids);
    },
    invalidate: () => {
      built = null;
      ready = null;
    },
  };
}

/** A reused buffer for encoding texts of usual length: a new array for each would cost a fifth of the scan. */
const scratch = new Uint8Array(1 << 18);

/** The bytes of a text, valid until the next call. */
function encode(text: string): Uint8Array {
  if (text.length * 3 > scratch.length) return encoder.encode(text);
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

function randomWord(): number {
  return crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
}
