import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProgress, type ProgressStep } from './create-progress.ts';

it('tells rising figures only, ten a second at most, and the last one in any case', () => {
  const steps = fc.array(fc.record({ done: fc.nat(50), ms: fc.nat(60) }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, (given) => {
      const told: (ProgressStep & { readonly at: number })[] = [];
      let clock = 0;
      const progress = createProgress(
        (step) => told.push({ ...step, at: clock }),
        () => clock,
      );
      for (const { done, ms } of given) {
        clock += ms;
        progress(done, 100, 'x');
      }
      progress(100, 100, 'x');
      for (const [i, { progress: figure, at }] of told.entries()) {
        const before = told[i - 1];
        if (before === undefined) continue;
        expect(figure).toBeGreaterThan(before.progress);
        if (figure !== 100) expect(at - before.at).toBeGreaterThanOrEqual(100);
      }
      expect(told.at(-1)).toMatchObject({ progress: 100, total: 100 });
    }),
  );
});
