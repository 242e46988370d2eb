import { openTeamNotes, type TeamNotesOptions } from '@memora/postgres';
import type { LeakGuard } from '@memora/privacy';
import type { Embedder } from '@memora/retrieval';
import type { OpenedJudge } from '../../answer/answer-question.ts';
import { lazily } from '../../concurrency/lazily.ts';
import type { LoadedConfig } from '../../config/index.ts';
import { namesOwnEndpoint } from '../../config/names-own-endpoint.ts';
import type { OpenMemoryOptions } from '../../memory.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import { openGuardedModels } from '../../models/open-guarded-models.ts';
import type { VaultSecretsPorts } from '../../privacy/egress/read-vault-secrets.ts';
import { guardEmbedder } from '../../vectors/guard-embedder.ts';
import { openEmbedder } from '../../vectors/open-embedder.ts';
import { isOfOneNote } from '../keep-notes-of-question.ts';

interface TeamExitOptions {
  readonly notes: TeamNotesOptions;
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of this process for its egress log; without it nothing is sent. */
  readonly folder: string | undefined;
  readonly own: Pick<OpenMemoryOptions, 'model' | 'modelIsLocal' | 'embedder' | 'judge'>;
}

/** The outbound requests of a member's memory: to the model that answers, and to the embedder of questions. */
export interface TeamExits {
  /** Knows the secrets of every note that the member can open. */
  readonly guard: LeakGuard;
  readonly model: ChatModel | null;
  /** The judge of a model's statements, opened when it is asked. */
  readonly judge: () => Promise<OpenedJudge>;
  /** Opened with the first question. */
  readonly embedder: () => Promise<Embedder | null>;
}

/** Opens the ways out of a member's memory. The guard knows the secrets of every note that the member can open. */
export function openTeamExits({ notes, settings, env, folder, own }: TeamExitOptions): TeamExits {
  const { guard, egress, model, judge } = openGuardedModels({
    ...{ settings, env, folder, own },
    hidden: toGuarded(notes),
    hint: 'Give openTeamMemory a folder.',
  });
  return {
    guard,
    model,
    judge,
    embedder: lazily(async () =>
      own.embedder === undefined
        ? openEmbedder({
            config: settings.config.embed,
            egress,
            env,
            isNamedByUser: namesOwnEndpoint(settings, 'embed.endpoint'),
          })
        : own.embedder && guardEmbedder(own.embedder, guard),
    ),
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
