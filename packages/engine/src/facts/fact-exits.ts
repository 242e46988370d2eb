import type { LoadedConfig } from '../config/index.ts';
import { createJudging } from '../judge/create-judging.ts';
import { createKeptVerdicts } from '../judge/create-kept-verdicts.ts';
import { MemoryError } from '../memory-error.ts';
import { openAnswerModel } from '../models/open-answer-model.ts';
import { openEgressPorts } from '../privacy/egress/open-egress-ports.ts';
import type { VaultSecretsPorts } from '../privacy/egress/read-vault-secrets.ts';
import { guardEmbedder } from '../vectors/guard-embedder.ts';
import type { OpenFactMemoryOptions } from './fact-memory.ts';

interface FactExitOptions
  extends Pick<OpenFactMemoryOptions, 'model' | 'modelIsLocal' | 'judge' | 'embedder' | 'folder'> {
  /** The facts with hidden parts that were read. */
  readonly hidden: VaultSecretsPorts['vault'];
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens the egress of a memory of facts. The guard knows the hidden text of the facts that were read: no other fact can be sent. */
export function openFactExits({ hidden, settings, env, folder, ...own }: FactExitOptions) {
  const { guard, egress } = openEgressPorts({
    ...{ root: folder ?? '', vault: hidden, claims: null, config: settings.config, env },
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
    embedder: own.embedder == null ? null : guardEmbedder(own.embedder, guard),
  };
}

async function refuse(): Promise<never> {
  throw new MemoryError('nothing is sent: there is no folder for the egress log', {
    code: 'CONFIG_INVALID',
    hint: 'Pass openMemory a folder in addition to the store.',
  });
}
