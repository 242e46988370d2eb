import type { Half } from './halves.ts';

/**
 * Pairs that the validator of commit e708a75 refused of the supported ones, and caught of the others, by half and set: printed by
 * `MEMORA_BENCH_BASE=CHECKOUT pnpm bench citations` (column `base`), with `MEMORA_BENCH_HALF=dev` for the other half.
 */
export const baseFigures: Readonly<Record<Half, Readonly<Record<string, readonly [number, number]>>>> = {
  dev: {
    'WiCE dev, gold sentences': [10, 70],
    'WiCE dev, whole article': [5, 71],
    'FEVER-Symmetric dev': [40, 86],
    'SciFact train': [84, 38],
    'SciFact dev': [26, 16],
    'STS ≥ 4.8 en': [0, 0],
    'STS ≥ 4.8 de': [8, 0],
    'STS ≥ 4.8 ja': [2, 0],
    'STS ≥ 4.8 ru': [2, 0],
    'STS ≥ 4.8 zh': [0, 0],
    SummEdits: [0, 122],
  },
  'held-out': {
    'WiCE dev, gold sentences': [10, 62],
    'WiCE dev, whole article': [7, 58],
    'FEVER-Symmetric dev': [37, 98],
    'SciFact train': [69, 50],
    'SciFact dev': [29, 21],
    'STS ≥ 4.8 en': [1, 0],
    'STS ≥ 4.8 de': [8, 0],
    'STS ≥ 4.8 ja': [3, 0],
    'STS ≥ 4.8 ru': [7, 0],
    'STS ≥ 4.8 zh': [2, 0],
    SummEdits: [2, 114],
  },
};
