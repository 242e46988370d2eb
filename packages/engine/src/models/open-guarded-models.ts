import type { LoadedConfig } from '../config/index.ts';
import { createJudging } from '../judge/create-judging.ts';
import { createKeptVerdicts } from '../judge/create-kept-verdicts.ts';
import type { OpenMemoryOptions } from '../memory.ts';
import { MemoryError } from '../memory-error.ts';
import { openEgressPorts } from '../privacy/egress/open-egress-ports.ts';
import type { VaultSecretsPorts } from '../privacy/egress/read-vault-secrets.ts';
import { openAnswerModel } from './open-answer-model.ts';

interface GuardedModelOptions {
  /** The notes or facts whose hidden text the guard knows. */
  readonly hidden: VaultSecretsPorts['vault'];
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the egress log. Without it, nothing is sent. */
  readonly folder: string | undefined;
  /** What to do if there is no folder. */
  readonly hint: string;
  readonly own: Pick<OpenMemoryOptions, 'model' | 'modelIsLocal' | 'judge'>;
}

/** Opens the model and the judge of a memory that has no vault on this machine, with the egress that guards them. */
export function openGuardedModels({ hidden, settings, env, folder, hint, own }: GuardedModelOptions) {
  const { guard, egress } = openEgressPorts({
    ...{ root: folder ?? '', vault: hidden, claims: null, config: settings.config, env },
    rehearse: undefined,
  });
  const refuse = async (): Promise<never> => {
    throw new MemoryError('nothing is sent: there is no folder for the egress log', {
      code: 'CONFIG_INVALID',
      hint,
    });
  };
  const send = folder === undefined ? refuse : egress;
  const model =
    folder === undefined && own.model === undefined
      ? null
      : openAnswerModel({ settings, env, options: own, egress: send, guard });
  const judge = createJudging({
    ...{ settings, env, egress: send, model, own: own.judge },
    kept: createKeptVerdicts(null),
  });
  return { guard, egress: send, model, judge };
}
