/** For other Memora packages only. Anything here may change in any release. */

export { holdMemory } from './admit/hold-memory.ts';
export { isOrder } from './context/screen-line.ts';
export { toKeywords } from './context/to-keywords.ts';
export { shortMemoryId } from './note/memory-place.ts';
export { boundSession } from './session/bind-session.ts';
export {
  openTeamRemembering,
  type TeamAdmission,
  type TeamForgotten,
  type TeamRemembering,
} from './team/open-team-remembering.ts';
export { runTeamRounds } from './team/tidy/run-team-rounds.ts';
export { startTeamRounds } from './team/tidy/start-team-rounds.ts';
export { tidyTeamMemories } from './team/tidy/tidy-team-memories.ts';
