import { type LargeRounds, type StartLargeRoundsOptions, startLargeRounds } from '@memora/engine/team';

/** Starts the thread of a team's worker. In a bundle, its file is the one that `startLargeRounds` looks for. */
export function startTeamRounds(options: Omit<StartLargeRoundsOptions, 'thread'>): LargeRounds | null {
  return startLargeRounds(
    import.meta.url.endsWith('.ts')
      ? { ...options, thread: new URL('./team-rounds-worker.ts', import.meta.url) }
      : options,
  );
}
