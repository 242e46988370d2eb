import { setTimeout as wait } from 'node:timers/promises';
import {
  createEmbeddingPace,
  type EmbeddingsOptions,
  openTeamDatabase,
  openTeamSealing,
  runEmbeddings,
} from '@memora/postgres';
import type { TeamPlace, TeamSurroundings } from '../read-team-place.ts';
import { nameFault } from './hear-thread.ts';

interface FollowEmbeddingsOptions
  extends Pick<EmbeddingsOptions, 'embedders' | 'folder' | 'stores' | 'tracing' | 'onTurn'> {
  readonly place: Pick<TeamPlace, 'address' | 'database'>;
  readonly surroundings: TeamSurroundings;
  readonly holder: string;
  readonly signal: AbortSignal;
  readonly onFault: (code: string) => void;
}

const BETWEEN_MS = 500;
const AFTER_FAULT_MS = 2_000;
/** Milliseconds after which the database is checked again. */
const MOST_MS = 60_000;

/** Embeds what is due until the signal aborts. A persistent fault is reported once. */
export async function followEmbeddings({
  place,
  surroundings,
  onFault,
  signal,
  ...options
}: FollowEmbeddingsOptions): Promise<void> {
  const pace = createEmbeddingPace();
  let said = '';
  while (!signal.aborted) {
    try {
      const sealing = await openTeamSealing(surroundings);
      await using team = await openTeamDatabase(place.address, { connections: 2 });
      const until = performance.now() + MOST_MS;
      while (!signal.aborted && performance.now() < until) {
        await runEmbeddings({
          ...sealing,
          ...options,
          ...{ source: team.source, database: place.database, pace, signal, most: MOST_MS },
        });
        said = '';
        await wait(BETWEEN_MS, undefined, { signal });
      }
    } catch (error) {
      if (signal.aborted) return;
      const code = nameFault(error);
      if (code !== said) onFault(code);
      said = code;
      await wait(AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
