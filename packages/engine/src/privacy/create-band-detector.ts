import type { DetectBand } from '@memora/claims';
import { createDetector } from '@memora/privacy';
import { findSecretSpans } from '@memora/privacy/internal';

/**
 * The detector of `[privacy] detector = "enforce"`: the band that a text needs, and the secrets of a note.
 */
export function createBandDetector(): DetectBand {
  const detector = createDetector({ mode: 'enforce' });
  return Object.assign((text: string) => detector.detect(text).band, {
    findSecrets: (bytes: Uint8Array, title?: string) => findSecretSpans(bytes, detector, title),
  });
}
