import { PrivacyError } from '../privacy-error.ts';

/** Secret text with the claim id, or another id, that an error may name. */
export interface SecretText {
  readonly id: string;
  readonly text: string;
}

/** Bytes or text that are about to leave. */
export type OutgoingPart = string | Uint8Array;

/** Scans outbound data for secret text. */
export interface LeakGuard {
  /** The ids of secrets that the parts contain, ascending, at most 20; empty if there are none. */
  readonly scan: (parts: readonly OutgoingPart[], options?: ScanOptions) => Promise<readonly string[]>;
  /** Throws {@link LeakError} if {@link LeakGuard.scan} finds something. */
  readonly check: (parts: readonly OutgoingPart[], options?: ScanOptions) => Promise<void>;
  /** Discards the fingerprints; the next scan builds them again. Call it after the notes have changed. */
  readonly invalidate: () => void;
}

export interface ScanOptions {
  /** Text that the person has typed for this very request, such as the question: matches of it, encoded or not, are no leak. */
  readonly exempt?: readonly string[];
}

/** A request was stopped because it held secret text. Names ids, never text. */
export class LeakError extends PrivacyError<'SECRET_IN_PAYLOAD'> {
  static override readonly errorName = 'LeakError';
  readonly claimIds: readonly string[];

  constructor(claimIds: readonly string[]) {
    super(`a request was stopped: it contained secret text of ${claimIds.join(', ')}`, {
      code: 'SECRET_IN_PAYLOAD',
      hint: 'Nothing was sent. Report this as a bug in Memora, or loosen the band of these claims in their notes.',
    });
    this.claimIds = claimIds;
  }
}
