import type { Memory, MemoryEvent, WatchMemoryOptions } from '../memory.ts';
import { createAcknowledge } from '../upkeep/maintain/create-acknowledge.ts';
import { createMaintenance } from '../upkeep/maintain/create-maintenance.ts';
import type { MemoryMaintenance } from '../upkeep/maintain/memory-maintenance.ts';
import { createReview } from '../upkeep/review/create-review.ts';
import { createLedgerPorts } from '../upkeep/review/ledger-ports.ts';
import type { MemoryReview } from '../upkeep/review/memory-review.ts';
import { citableClaims } from './create-answering.ts';
import type { IndexRun } from './create-indexing.ts';
import { showNoteNames } from './create-reading.ts';
import type { Session } from './open-session.ts';

interface Upkeep extends MemoryReview, MemoryMaintenance, Pick<Memory, 'watch' | 'acknowledge' | 'doctor'> {}

/** How the other parts update the claims from the notes. */
type Index = (wanted?: IndexRun) => ReturnType<Memory['index']>;

/** The upkeep of a memory: review, maintenance, watching and the doctor. */
export function createUpkeep(
  session: Session,
  index: Index,
  refreshSources: Memory['refreshSources'],
): Upkeep {
  const { vault, claims, store, readSpan } = session;
  const ledger = createLedgerPorts(store);
  const review = createReview({
    vault: vault.root,
    claims,
    ...ledger,
    readSpan,
    index: () => index({ writeNotes: false }),
  });
  const { findItems, tagItem, ...maintenance } = openMaintenance(session, review);
  const watch = (asked: WatchMemoryOptions = {}) =>
    watchOver(session, { maintenance, review, index, refreshSources }, asked);
  return {
    ...review,
    ...maintenance,
    acknowledge: createAcknowledge({ vault: vault.root, review, ...ledger, findItems, tagItem }),
    watch,
    doctor: openDoctor(session, index),
  };
}

type Maintenance = ReturnType<typeof createMaintenance>;

function openMaintenance(session: Session, review: MemoryReview): Maintenance {
  const { vault, config, store, claims, readNote, write, now, model, bandSettings, judge, access } = session;
  return createMaintenance({
    vault,
    config,
    store,
    claims,
    citable: citableClaims(session, 'all'),
    review,
    readNote,
    write,
    now,
    model,
    policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
    bandSettings,
    judge,
    access,
  });
}

interface Watched {
  readonly maintenance: MemoryMaintenance;
  readonly review: MemoryReview;
  readonly index: Index;
  readonly refreshSources: Memory['refreshSources'];
}

async function* watchOver(
  { vault, config, now }: Session,
  { maintenance, review, index, refreshSources }: Watched,
  asked: WatchMemoryOptions,
): AsyncGenerator<MemoryEvent> {
  const { watchMemory } = await import('../indexing/watch-memory.ts');
  const { maintainBeside } = await import('../upkeep/schedule/maintain-beside.ts');
  yield* watchMemory(asked, {
    vault,
    config,
    index,
    maintain:
      asked.maintain === false
        ? null
        : maintainBeside({
            ...{
              vaultRoot: vault.root,
              config,
              maintenance,
              review,
              clock: asked.clock,
              now,
              keep: asked.keep,
            },
            refresh: async ({ signal }) => {
              const told = { notes: 0, updated: 0, problems: 0 };
              for await (const each of refreshSources({ followed: true, signal }))
                if ('problem' in each) told.problems++;
                else {
                  told.notes++;
                  if (each.status === 'created' || each.status === 'updated') told.updated++;
                }
              return told;
            },
          }),
  });
}

function openDoctor(session: Session, index: Index): Memory['doctor'] {
  return async (asked = {}) => {
    const { createDoctor } = await import('../upkeep/doctor/create-doctor.ts');
    const { vault, settings, store, readNote, env, codec, indexPath, access, now } = session;
    const examine = createDoctor({
      vault,
      settings,
      store,
      readNote,
      access,
      now,
      env,
      keyProblem: async () => (await codec()).reason,
      nameNotes: (paths) => showNoteNames(session, paths),
      indexPath,
      index,
    });
    return examine(asked);
  };
}
