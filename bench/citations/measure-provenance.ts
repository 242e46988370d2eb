import { type CheckStatus, verifyCitations } from '@memora/validator';
import type { Report } from '../report.ts';
import type { ProvenanceCase } from './provenance-cases.ts';

interface Counts {
  cases: number;
  right: number;
  survivingBytes: number;
  lostBytes: number;
  readonly statuses: Map<CheckStatus, number>;
}

const encoder = new TextEncoder();

/** Verifies every answer and prints, per attack, the statuses, and the statements that wrongly stayed or were lost. */
export async function measureProvenance(report: Report, cases: readonly ProvenanceCase[]): Promise<void> {
  const countsByAttack = new Map<string, Counts>();
  const wrong: string[] = [];
  for (const { attack, answer, claims, notes, allowedIds, expected, unsupported, supported } of cases) {
    const counts = countsByAttack.get(attack) ?? {
      cases: 0,
      right: 0,
      survivingBytes: 0,
      lostBytes: 0,
      statuses: new Map(),
    };
    countsByAttack.set(attack, counts);
    const { checks, cleanText } = await verifyCitations(answer, {
      claims: async (ids) =>
        new Map(
          ids.flatMap((id) => {
            const claim = claims.get(id);
            return claim === undefined ? [] : [[id, claim] as const];
          }),
        ),
      sources: async (path) => notes.get(path) ?? null,
      asOf: undefined,
      policy: 'strip',
      ...(allowedIds === undefined ? {} : { allowedIds }),
    });
    const given = checks.map(({ status }) => status);
    const right =
      given.length === expected.length &&
      given.every((status, i) => expected[i] === null || status === expected[i]);
    counts.cases++;
    if (right) counts.right++;
    for (const status of given) counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    const survived = bytesOf(unsupported.filter((text) => cleanText.includes(text)));
    const lost = bytesOf(supported.filter((text) => !cleanText.includes(text)));
    counts.survivingBytes += survived;
    counts.lostBytes += lost;
    if (!right || survived > 0 || lost > 0) {
      wrong.push(
        `${attack}: ${given.join(', ')} for ${expected.map((status) => status ?? 'any').join(', ')}: ${JSON.stringify(answer.slice(0, 240))}`,
      );
    }
  }
  report.heading('provenance attacks: every check has its right status, and nothing unsupported survives');
  report.table(
    [...countsByAttack].map(([attack, { cases: count, right, survivingBytes, lostBytes, statuses }]) => ({
      attack,
      cases: count,
      'right status': right,
      'bytes surviving': survivingBytes,
      'good bytes lost': lostBytes,
      statuses: [...statuses].map(([status, times]) => `${status} ${times}`).join(', '),
    })),
  );
  for (const line of wrong.slice(0, 20)) report.note(`wrong: ${line}`);
  const all = [...countsByAttack.values()];
  const sum = (of: (counts: Counts) => number) => all.reduce((total, counts) => total + of(counts), 0);
  report.budget(
    'answers given the right status',
    (100 * sum(({ right }) => right)) / sum(({ cases: count }) => count),
    {
      min: 100,
      unit: '%',
    },
  );
  report.budget(
    'bytes of unsupported statements in clean text',
    sum(({ survivingBytes }) => survivingBytes),
    { max: 0 },
  );
  report.budget(
    'bytes of supported statements lost',
    sum(({ lostBytes }) => lostBytes),
    { max: 0 },
  );
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + encoder.encode(text).length, 0);
}
