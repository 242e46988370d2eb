import { openTeamNotes, type TeamNotesOptions } from '@memora/postgres';
import type { LeakGuard } from '@memora/privacy';
import type { Embedder } from '@memora/retrieval';
import type { OpenedJudge } from '../../answer/answer-question.ts';
import { lazily } from '../../concurrency/lazily.ts';
import type { LoadedConfig } from '../../config/index.ts';
import { namesOwnEndpoint } from '../../config/names-own-endpoint.ts';
import { createJudging } from '../../judge/create-judging.ts';
import { createKeptVerdicts } from '../../judge/create-kept-verdicts.ts';
import type { OpenMemoryOptions } from '../../memory.ts';
import { MemoryError } from '../../memory-error.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import { openAnswerModel } from '../../models/open-answer-model.ts';
import { openEgressPorts } from '../../privacy/egress/open-egress-ports.ts';
import type { VaultSecretsPorts } from '../../privacy/egress/read-vault-secrets.ts';
import { guardEmbedder } from '../../vectors/guard-embedder.ts';
import { openEmbedder } from '../../vectors/open-embedder.ts';
import { isOfOneNote } from '../keep-notes-of-question.ts';

interface TeamExitOptions {
  readonly notes: TeamNotesOptions;
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where this process keeps its egress log; without it nothing is sent. */
  readonly folder: string | undefined;
  readonly own: Pick<OpenMemoryOptions, 'model' | 'modelIsLocal' | 'embedder' | 'judge'>;
}

/** What leaves a member's memory: requests to the model that answers, and to the embedder of questions. */
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
  const { config } = settings;
  const { guard, egress } = openEgressPorts({
    root: folder ?? '',
    vault: toGuarded(notes),
    claims: null,
    config,
    env,
    rehearse: undefined,
  });
  const send = folder === undefined ? refuse : egress;
  const model =
    folder === undefined && own.model === undefined
      ? null
      : openAnswerModel({ settings, env, options: own, egress: send, guard });
  return {
    guard,
    model,
    judge: createJudging({
      settings,
      env,
      egress: send,
      model,
      own: own.judge,
      kept: createKeptVerdicts(null),
    }),
    embedder: lazily(async () =>
      own.embedder === undefined
        ? openEmbedder({
            config: config.embed,
            egress: send,
            env,
            isNamedByUser: namesOwnEndpoint(settings, 'embed.endpoint'),
          })
        : own.embedder && guardEmbedder(own.embedder, guard),
    ),
  };
}

/** The notes that a member sees, as a guard reads those of a vault. What can't be opened here can't leave from here. */
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

async function refuse(): Promise<never> {
  throw new MemoryError('nothing is sent: there is no folder for the egress log', {
    code: 'CONFIG_INVALID',
    hint: 'Give openTeamMemory a folder.',
  });
}
