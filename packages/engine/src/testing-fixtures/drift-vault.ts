/** A note with a title and, where it has one, a date. */
export function note(title: string, date: string | null, body: string): string {
  return ['---', `title: ${title}`, ...(date === null ? [] : [`date: ${date}`]), '---', body, ''].join('\n');
}

/** The vault of the docs' walkthrough: it has a replaced, a stale, a contested and an open statement. */
export const DRIFT_NOTES: Readonly<Record<string, string>> = {
  'semantic/projects/drift/serialization-strategy-2024.md': note(
    'serialization-strategy-2024',
    '2024-11-04',
    'The wire version of Drift Core is 1.',
  ),
  'semantic/projects/drift/roadmap.md': note(
    'drift Serialization Decision',
    '2025-09-12',
    'The wire version of Drift Core is 2.\n\nDecision: ship wire version 2 of Drift Core after throughput benchmarks.',
  ),
  'semantic/projects/drift/q4-rollout-plan.md': note(
    'q4-rollout-plan',
    '2025-08-01',
    'The rollout plan depends on [[serialization-strategy-2024]].\n\nIt needs [[backfill]]. How long does the backfill take?',
  ),
  'semantic/projects/drift/queue.md': note(
    'Queue',
    '2025-08-02',
    'The queue waits for [[backfill]], **costs** $5 & <b>, is #tagged and shows ![[img.png]] `[x](y)`.',
  ),
  'semantic/projects/drift-bench/one.md': note('Bench notes', null, 'The rack count of Drift Bench is 3.'),
  'semantic/projects/drift-bench/two.md': note('Bench retro', null, 'The rack count of Drift Bench is 5.'),
  'inbox.md': 'The office is in Berlin.\n',
};
