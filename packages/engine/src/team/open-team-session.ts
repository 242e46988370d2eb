import { readAsOf } from '@memora/claims/internal';
import type { Blake3 } from '@memora/core';
import {
  type ConnectionSource,
  createNoteBatches,
  openNotices,
  openTeamReader,
  type Principal,
  readCited,
  readEpochs,
  UNTRACED,
} from '@memora/postgres';
import type { LoadedConfig } from '../config/index.ts';
import { toAsOf } from '../lookup/to-as-of.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import { createTeamStore } from './create-team-store.ts';
import type { TeamExits } from './exits/open-team-exits.ts';
import type { OpenTeamMemoryOptions } from './open-team-memory.ts';
import type { TeamSession } from './team-session.ts';

/** The options of a member's memory. */
export interface OpenedTeam extends OpenTeamMemoryOptions {
  readonly settings: LoadedConfig;
  readonly bandSettings: BandSettings;
  readonly hash: Blake3;
}

/** Opens the shared parts of a member's memory, on a server that has the epochs. */
export async function openTeamSession(
  source: ConnectionSource,
  principal: Principal,
  opened: OpenedTeam,
  exits: TeamExits,
): Promise<TeamSession> {
  const { workspace, codec, settings, bandSettings, hash } = opened;
  const { tracing = UNTRACED, now = () => new Date(), notices = openNotices(null) } = opened;
  const acting = { source, principal, workspace };
  const reader = await openTeamReader({ ...acting, codec });
  const sealing = { ...acting, hash, codec };
  return {
    ...{ acting, settings, bandSettings, codec, reader, now, tracing, notices },
    store: createTeamStore(reader),
    units: new Map(),
    engine: opened.retriever?.(principal),
    readCited: (ids) => readCited(ids, sealing),
    readNote: createNoteBatches(sealing),
    readNoteThen: (asOf) => {
      const { known } = asOf === undefined ? {} : readAsOf(toAsOf(asOf));
      return known === undefined ? null : createNoteBatches(sealing, new Date(known));
    },
    revision: async () => JSON.stringify(await readEpochs(acting)),
    ...exits,
  };
}
