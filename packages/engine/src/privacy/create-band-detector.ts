import type { DetectBand } from '@memora/claims';
import { createDetector } from '@memora/privacy';

/** The detector of `[privacy] detector = "enforce"`: the band that a text asks for. */
export function createBandDetector(): DetectBand {
  const detector = createDetector({ mode: 'enforce' });
  return (text) => detector.detect(text).band;
}
