import { namesOriginal } from '@memora/ingest/originals';
import type { ClaimLookup, Receipt, ReceiptOptions, VerificationReport } from '@memora/validator';
import { createReceipt } from '@memora/validator';
import { type BandSettings, readNoteBands } from '../privacy/read-note-bands.ts';

/** What making a receipt needs of an open memory. */
interface ReceiptPorts {
  readonly claims: ClaimLookup;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
  /** The root of the vault, in which originals are kept; null where there is none. */
  readonly root: string | null;
}

/** A receipt that gives no digest of a note with a secret in it: who knows the rest could try secrets until the digest is right. */
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

/** The original of a note whose cited lines it gives when it is extracted again. */
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
