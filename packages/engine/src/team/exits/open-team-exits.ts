import { type EmbedderBook, onlyEmbedder, openTeamNotes, type TeamNotesOptions } from '@memora/postgres';
import type { LeakGuard } from '@memora/privacy';
import { makeFolder, placeAt } from '@memora/privacy/files';
import type { OpenedJudge } from '../../answer/answer-question.ts';
import { lazily } from '../../concurrency/lazily.ts';
import type { LoadedConfig } from '../../config/index.ts';
import type { OpenMemoryOptions } from '../../memory.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import { openGuardedModels } from '../../models/open-guarded-models.ts';
import { openEgressPorts } from '../../privacy/egress/open-egress-ports.ts';
import type { VaultSecretsPorts } from '../../privacy/egress/read-vault-secrets.ts';
import { guardEmbedder } from '../../vectors/guard-embedder.ts';
import { isOfOneNote } from '../keep-notes-of-question.ts';
import { openEmbedders } from './open-embedders.ts';

interface TeamExitOptions {
  readonly notes: TeamNotesOptions;
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of this process for its egress log; without it nothing is sent. */
  readonly folder: string | undefined;
  /** The folder for the log of the questions that go to an embedder; `folder` by default. */
  readonly embedFolder?: string | undefined;
  readonly own: Pick<OpenMemoryOptions, 'model' | 'modelIsLocal' | 'embedder' | 'judge'>;
}

/** The outbound requests of a member's memory: to the model that answers, and to the embedder of questions. */
export interface TeamExits {
  /** Knows the secrets of every note that the member can open. */
  readonly guard: LeakGuard;
  readonly model: ChatModel | null;
  /** The judge of a model's statements, opened on first use. */
  readonly judge: () => Promise<OpenedJudge>;
  /** Each is opened with the first question that needs it. */
  readonly embedders: EmbedderBook;
}

/**
 * Opens the egress of a member's memory. The guard knows the secrets of every note that the member can open.
 */
export function openTeamExits({
  notes,
  settings,
  env,
  folder,
  embedFolder,
  own,
}: TeamExitOptions): TeamExits {
  const hidden = toGuarded(notes);
  const { guard, egress, model, judge } = openGuardedModels({
    ...{ settings, env, folder, own },
    hidden,
    hint: 'Give openTeamMemory a folder.',
  });
  const { config } = settings;
  // A server without a model of its own still calls embedders.
  const embedEgress =
    embedFolder === undefined
      ? egress
      : lazily(async () => {
          makeFolder(placeAt(embedFolder));
          return openEgressPorts({
            ...{ root: embedFolder, vault: hidden, claims: null, config, env },
            rehearse: undefined,
          }).egress();
        });
  return {
    guard,
    model,
    judge,
    embedders:
      own.embedder === undefined
        ? openEmbedders({ settings, env, egress: embedEgress })
        : onlyEmbedder(own.embedder && guardEmbedder(own.embedder, guard)),
  };
}

/** The notes that a member sees, in the form that a guard reads. A note that can't be opened here can't leave from here. */
function toGuarded(options: TeamNotesOptions): VaultSecretsPorts['vault'] {
  const { scan, readNote } = openTeamNotes(options);
  return {
    async *scan() {
      for (const { path, version } of await scan()) yield { path, size: 0, mtimeMs: version };
    },
    readNote: async (path) => {
      try {
        return (await readNote(path))?.bytes ?? new Uint8Array();
      } catch (error) {
        if (isOfOneNote(error)) return new Uint8Array();
        throw error;
      }
    },
  };
}
