import type { ReviewedMemories } from '../review/review-memories.ts';
import type { Finding } from './finding.ts';

const PINNED = 'MEMORY.md';

/**
 * Memories of agents that a person may want to check, one item for each reason. A held memory is counted and
 * not named, because its words may not be in a prompt.
 */
export function findMemories({ held, idle, sources, pinnedChanged }: ReviewedMemories): Finding[] {
  const placesOf = (paths: readonly string[]) =>
    [...paths].sort().map((note) => ({ note, span: null }) as const);
  return [
    ...(held.length === 0
      ? []
      : [
          {
            ...({ kind: 'open_question', reason: 'held_memories', severity: 'medium', claims: [] } as const),
            // Its file name repeats what it says.
            places: [],
            action: `${held.length === 1 ? '1 memory waits' : `${held.length} memories wait`} for your confirmation: \`memora memory held\` shows them, \`memora memory confirm\` and \`memora memory forget\` decide.`,
            state: [...held].sort(),
          },
        ]),
    ...sources.map(({ source, contradicted, all }) => ({
      ...({ kind: 'contradiction', reason: 'contradicted_source', severity: 'high', claims: [] } as const),
      places: [],
      action: `${contradicted} of ${all} memories of ${source} are contradicted or replaced: \`memora memory rollback --dry-run --source ${source}\` shows what a rollback would change.`,
      state: [source],
    })),
    ...(pinnedChanged === null
      ? []
      : [
          {
            ...({ kind: 'open_question', reason: 'pinned_changed', severity: 'medium', claims: [] } as const),
            places: placesOf([PINNED]),
            action: `${PINNED} has changed since an agent's last session began, and every agent trusts it: check that you wrote that.`,
            state: [pinnedChanged],
          },
        ]),
    ...(idle.length === 0
      ? []
      : [
          {
            ...({ kind: 'frontier', reason: 'never_recalled', severity: 'low', claims: [] } as const),
            places: placesOf(idle),
            action: `${idle.length} memories were not recalled in a year: \`memora memory list\` shows them, \`memora memory forget\` removes one.`,
            state: [...idle].sort(),
          },
        ]),
  ];
}
