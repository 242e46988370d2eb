import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHeld } from './find-held.ts';

/** A text that counts how many of its units are looked at. */
function counted(text: string) {
  let units = 0;
  return {
    length: text.length,
    charCodeAt: (i: number) => {
      units++;
      return text.charCodeAt(i);
    },
    startsWith: (stretch: string, at: number) => {
      units += stretch.length;
      return text.startsWith(stretch, at);
    },
    includes: (stretch: string) => text.includes(stretch),
    units: () => units,
  };
}

describe('findHeld', () => {
  it('finds what looking for one after the other finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '7', '-'), maxLength: 40 });
    fc.assert(
      fc.property(letters, fc.array(letters.map((text) => text.slice(0, 6))), (text, stretches) => {
        const many = [...stretches, ...Array.from({ length: 70 }, (_, i) => `x${i}`)];
        const holds = findHeld(text, many);
        for (const stretch of many) expect(holds(stretch)).toBe(text.includes(stretch));
      }),
    );
  });

  it('looks at a text no more often for many stretches than for some', () => {
    const evidence = Array.from({ length: 5000 }, (_, i) => `ops-${10_000 + i} ran`).join(' ');
    const unitsFor = (count: number) => {
      const text = counted(evidence);
      findHeld(
        text,
        Array.from({ length: count }, (_, i) => `ops-${30_000 + i}`),
      );
      return text.units();
    };
    expect(unitsFor(20_000)).toBe(unitsFor(2_000));
    expect(unitsFor(20_000)).toBeLessThan(3 * evidence.length);
  });
});
