import { readAsOf } from '@memora/claims/internal';
import type { Blake3 } from '@memora/core';
import {
  type ConnectionSource,
  createForesight,
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

/** What a member's memory is opened with. */
export interface OpenedTeam extends OpenTeamMemoryOptions {
  readonly settings: LoadedConfig;
  readonly bandSettings: BandSettings;
  readonly hash: Blake3;
}

/** Opens what the parts of a member's memory share, read from a server that has it. */
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
    foresight: createForesight(),
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
