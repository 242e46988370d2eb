import type { ClaimLookup } from '@memora/validator';
import type { VerifyOptions } from '../memory.ts';
import { hiddenSpans } from '../privacy/hidden-spans.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import { type AskedAsOf, toAsOf } from './to-as-of.ts';
import type { Withholding } from './to-citable-lookup.ts';

/** The dependencies of verifying an answer by another author. */
interface VerificationPorts {
  readonly citableAt: (withhold: Withholding, asOf?: AskedAsOf) => ClaimLookup;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly bandSettings: BandSettings;
}

/** Returns the validator's options for those of a memory. */
export function toVerification(
  { citableAt, readNote, bandSettings }: VerificationPorts,
  { allowedIds, asOf, reveal, uncited, policy, question, today, judge, signal }: VerifyOptions,
) {
  return {
    claims: citableAt(reveal === true ? 'none' : 'standing', asOf),
    sources: readNote,
    hidden: hiddenSpans(bandSettings),
    ...(allowedIds === undefined ? {} : { allowedIds: [...allowedIds] }),
    ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
    ...(uncited === undefined ? {} : { uncited }),
    ...(policy === undefined ? {} : { policy }),
    ...(question === undefined ? {} : { question }),
    ...(today === undefined ? {} : { today }),
    ...(judge === undefined ? {} : { judge }),
    ...(signal === undefined ? {} : { signal }),
  };
}
