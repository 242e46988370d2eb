import type { ClaimLookup, Receipt, VerificationReport } from '@memora/validator';
import { createReceipt } from '@memora/validator';
import { type BandSettings, readNoteBands } from '../privacy/read-note-bands.ts';

/** What making a receipt needs of an open memory. */
export interface ReceiptPorts {
  readonly claims: ClaimLookup;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
}

/** A receipt that gives no digest of a note with a secret in it: who knows the rest could try secrets until the digest is right. */
export function createMemoryReceipt(
  report: VerificationReport,
  { claims, readNote, settings }: ReceiptPorts,
): Promise<Receipt> {
  return createReceipt(report, {
    claims,
    sources: readNote,
    withholds: async (path, bytes) => {
      const { band, regions } = await readNoteBands(bytes, path, settings);
      return band === 'secret' || regions.some((region) => region.band === 'secret');
    },
  });
}
