import { keepSettings } from '@memora/engine/config';
import { StudioError } from '../studio-error.ts';

const PROVIDERS: readonly unknown[] = ['none', 'ollama', 'openai-compatible', 'anthropic', 'openai'];

/** A model in the form that the page sends. */
interface ChosenModel {
  /** `none` for answers without a model. */
  readonly provider: unknown;
  readonly model: unknown;
  /** Base URL; null for the provider's own. */
  readonly endpoint: unknown;
}

/** Writes the model into the user's own config, where a vault can't change it. Throws `BAD_REQUEST`, `CONFIG_INVALID`. */
export async function chooseModel(
  { provider, model, endpoint }: ChosenModel,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const isNone = provider === 'none';
  const isNamed = isNone || (typeof model === 'string' && model.trim() !== '');
  const isPlaced = isNone || endpoint === null || (typeof endpoint === 'string' && URL.canParse(endpoint));
  if (!PROVIDERS.includes(provider) || !isNamed || !isPlaced)
    throw new StudioError('this does not name a model', {
      code: 'BAD_REQUEST',
      hint: 'Name the model, and the address of its server with http://.',
    });
  await keepSettings(
    {
      'llm.provider': String(provider),
      'llm.model': isNone ? null : String(model).trim(),
      'llm.endpoint': isNone || endpoint === null ? null : String(endpoint).replace(/\/+$/u, ''),
      // This setting was chosen for the previous model and does not apply to the new one.
      'judge.insist': null,
    },
    env,
  );
}
