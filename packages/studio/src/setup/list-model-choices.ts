import type { Memory } from '@memora/engine';
import { listModels } from '@memora/engine/model';
import type { ModelChoices } from './setup-view.ts';

/** The models of this machine, and the services whose keys are set. Only loopback is contacted. */
export async function listModelChoices(
  { settings }: Pick<Memory, 'settings'>,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ModelChoices> {
  const { llm, judge } = settings.config;
  const endpoints = [llm.endpoint, judge.endpoint].filter((each) => each !== null && each !== undefined);
  const { servers, keys } = await listModels(env, { endpoints, signal });
  return {
    servers,
    services: keys.map(({ provider }) => provider).filter((provider) => provider !== 'ollama'),
    network: env['MEMORA_ENABLE_NETWORK_LLM'] === '1',
  };
}
