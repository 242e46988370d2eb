import { namesOriginal } from '@memora/ingest/originals';
import type { ClaimLookup, Receipt, ReceiptOptions, VerificationReport } from '@memora/validator';
import { createReceipt } from '@memora/validator';
import { type BandSettings, readNoteBands } from '../privacy/read-note-bands.ts';

/** The dependencies of a receipt. */
interface ReceiptPorts {
  readonly claims: ClaimLookup;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
  /** The vault root, which contains originals; null if there is none. */
  readonly root: string | null;
}

/** Creates a receipt. It has no digest of a note with secret text: a reader who knows the rest could guess the secret by trying digests. */
export function createMemoryReceipt(
  report: VerificationReport,
  { claims, readNote, settings, root }: ReceiptPorts,
): Promise<Receipt> {
  return createReceipt(report, {
    claims,
    sources: readNote,
    ...(root === null ? {} : { originals: proveWith(root) }),
    withholds: async (path, bytes) => {
      const { band, regions } = await readNoteBands(bytes, path, settings);
      return band === 'secret' || regions.some((region) => region.band === 'secret');
    },
  });
}

/** Returns the original of a note if extracting it again reproduces the cited lines. */
function proveWith(root: string): NonNullable<ReceiptOptions['originals']> {
  return async (_, bytes, spans) => {
    if (!namesOriginal(bytes)) return null;
    const { openProver } = await import('@memora/ingest');
    await using prover = openProver({ root });
    const proof = await prover.prove(bytes);
    if (proof?.status !== 'proved' || !spans.every(proof.isExtracted)) return null;
    return { digest: proof.digest, extractor: proof.extractor };
  };
}
