import { createHash } from 'node:crypto';

/** Rules are fitted on one half of a set and measured on the other. */
export type Half = 'dev' | 'held-out';

/** Never change this. With another word every case would change its half, and none would be held out any more. */
const SALT = 'memora halves 2026-11-22';

/** The half of a case, by its own text alone, so that the order and number of cases have no effect. */
export function halfOf(text: string): Half {
  const [byte = 0] = createHash('sha256')
    .update(`${SALT}\n${text.normalize('NFC')}`)
    .digest();
  return byte < 128 ? 'dev' : 'held-out';
}

/** The measured half: the held-out one, or with `MEMORA_BENCH_HALF=dev` the one that rules may be fitted on. */
export function measuredHalf(): Half {
  return process.env['MEMORA_BENCH_HALF'] === 'dev' ? 'dev' : 'held-out';
}
