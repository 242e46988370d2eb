import type { ClaimStore } from '@memora/claims';
import { type ReviewMemoriesPorts, reviewMemories } from '../review/review-memories.ts';
import { type DoctorCheck, ok, warning } from './doctor-check.ts';

/**
 * Counts the memories of agents that a person may want to check: held, without evidence, never recalled in a year, or from a source that is often contradicted.
 */
export async function checkMemories(
  store: Pick<ClaimStore, 'listClaims' | 'notes'>,
  ports: ReviewMemoriesPorts,
): Promise<DoctorCheck[]> {
  const facts = { notes: await store.notes(), claims: (await store.listClaims()).claims };
  const review = await reviewMemories(facts, ports);
  const [held, stale, idle] = [review.held, review.stale, review.idle].map((each) => each.length) as [
    number,
    number,
    number,
  ];
  const pinned =
    review.pinnedChanged === null
      ? []
      : [
          warning(
            'memories',
            "MEMORY.md has changed since an agent's last session began",
            'Every agent trusts it: check that you wrote it.',
          ),
        ];
  if (review.all === 0) return pinned;
  const checks = [
    ...(held === 0
      ? []
      : [
          told(
            held,
            "waits for a person's confirmation",
            "wait for a person's confirmation",
            '`memora memory held` lists them.',
          ),
        ]),
    ...(stale === 0
      ? []
      : [
          told(
            stale,
            'has lost its evidence',
            'have lost their evidence',
            '`memora memory list --status stale` shows them.',
          ),
        ]),
    ...(idle === 0
      ? []
      : [
          told(
            idle,
            'was not recalled in a year',
            'were not recalled in a year',
            '`memora memory list` shows them; `memora memory forget` removes one.',
          ),
        ]),
    ...pinned,
    ...review.sources.map(({ source, contradicted, all }) =>
      warning(
        'memories',
        `${contradicted} of ${all} memories of ${source} are contradicted or replaced`,
        `\`memora memory rollback --dry-run --source ${source}\` shows what a rollback would change.`,
      ),
    ),
  ];
  return checks.length === 0
    ? [ok('memories', `${review.all} are remembered, none needs attention`)]
    : checks;
}

function told(count: number, one: string, many: string, remedy: string): DoctorCheck {
  return warning('memories', `${count} ${count === 1 ? `memory ${one}` : `memories ${many}`}`, remedy);
}
