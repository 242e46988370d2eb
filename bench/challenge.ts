import { generateFaultyVault } from './challenge-runs/generate-vault.ts';
import { scoreChallenger } from './challenge-runs/score-challenger.ts';
import type { Suite } from './report.ts';

const SEED = 20_260_615;

/** Precision and recall of the challenger, per kind, over a generated vault with planted faults and decoys. */
export const suite: Suite = {
  name: 'challenge',
  async run(report) {
    const vault = generateFaultyVault(SEED);
    report.heading(
      `${vault.faults.length} faults and ${vault.decoys} decoys in ${vault.notes.size + vault.tooLarge.length} notes, without a model`,
    );
    report.note(`seed ${SEED}; half of the sentence templates were held out while the detectors were tuned`);
    const { kinds, missed, falseItems } = await scoreChallenger(vault);
    if (process.env['MEMORA_BENCH_VERBOSE'] !== undefined) {
      for (const fault of missed) {
        if (fault.split === 'tuned') console.log('missed', fault.kind, fault.sentences, fault.notes);
      }
      for (const { kind, reason, evidence } of falseItems) {
        console.log(
          'false',
          kind,
          reason,
          evidence.map(({ text, note }) => text ?? note),
        );
      }
    }
    const share = (found: number, planted: number) => (planted === 0 ? '–' : (found / planted).toFixed(2));
    report.table(
      kinds.map(({ kind, planted, found, items, falseItems: wrong }) => ({
        kind,
        planted: planted.tuned + planted.heldOut,
        'recall, tuned': share(found.tuned, planted.tuned),
        'recall, held out': share(found.heldOut, planted.heldOut),
        items,
        precision: share(items - wrong, items),
      })),
    );
    const sum = (of: (kind: (typeof kinds)[number]) => number) =>
      kinds.reduce((total, kind) => total + of(kind), 0);
    const planted = sum((kind) => kind.planted.tuned + kind.planted.heldOut);
    const found = sum((kind) => kind.found.tuned + kind.found.heldOut);
    const items = sum((kind) => kind.items);
    const wrong = sum((kind) => kind.falseItems);
    report.budget('faults and decoys planted', planted + vault.decoys, { min: 120 });
    report.budget('precision', (items - wrong) / items, { min: 0.9 });
    report.budget('recall', found / planted, { min: 0.9 });
    report.budget(
      'recall on held-out sentences',
      sum((k) => k.found.heldOut) / sum((k) => k.planted.heldOut),
      { min: 0.9 },
    );
    for (const kind of kinds) {
      const all = kind.planted.tuned + kind.planted.heldOut;
      report.budget(`recall of ${kind.kind}`, (kind.found.tuned + kind.found.heldOut) / all, { min: 0.9 });
      report.budget(
        `precision of ${kind.kind}`,
        kind.items === 0 ? 0 : (kind.items - kind.falseItems) / kind.items,
        { min: 0.9 },
      );
    }
  },
};
