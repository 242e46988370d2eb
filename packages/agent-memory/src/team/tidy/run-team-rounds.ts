import { runLargeRounds } from '@memora/engine/team';
import { tidyTeamMemories } from './tidy-team-memories.ts';

/** The thread of a team's worker, which also consolidates the memories of agents. */
export function runTeamRounds(): Promise<void> {
  return runLargeRounds({ tidy: tidyTeamMemories });
}
