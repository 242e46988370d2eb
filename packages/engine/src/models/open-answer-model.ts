import type { Egress, LeakGuard } from '@memora/privacy';
import type { LoadedConfig } from '../config/index.ts';
import { namesOwnEndpoint } from '../config/names-own-endpoint.ts';
import type { OpenMemoryOptions } from '../memory.ts';
import type { ChatModel } from './chat-model.ts';
import { openConfiguredModel } from './open-configured-model.ts';
import { createSdkModel } from './open-sdk-model.ts';

/** The dependencies of choosing a model. */
interface ModelPorts {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: Pick<OpenMemoryOptions, 'model' | 'modelIsLocal'>;
  /** The egress, opened with the first request. */
  readonly egress: () => Promise<Egress>;
  readonly guard: LeakGuard;
}

/** The model that answers: the caller's own, else the configured one. Null if there is neither. */
export function openAnswerModel({ settings, env, options, egress, guard }: ModelPorts): ChatModel | null {
  const { model } = options;
  if (model !== undefined) {
    // The destination of a caller's model object is unknown, so it counts as a cloud.
    const place = options.modelIsLocal === true ? 'loopback' : 'cloud-model';
    const name = typeof model === 'string' ? model : `${model.provider}/${model.modelId}`;
    if (place === 'loopback') return createSdkModel({ name, place: async () => place, model: () => model });
    return createSdkModel({
      name,
      place: async () => place,
      model: async (exempt) => {
        const { guardModel } = await import('./guard-model.ts');
        return guardModel(model, guard, exempt);
      },
    });
  }
  return openConfiguredModel(settings.config.llm, egress, env, namesOwnEndpoint(settings, 'llm.endpoint'));
}
