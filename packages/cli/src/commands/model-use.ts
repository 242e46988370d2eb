import { keepSettings } from '@memora/engine/config';
import { ollamaEndpoint } from '@memora/engine/model';
import { readFlag, readText, usageError } from '../input/read-option.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { loadOwnConfig } from './load-own-config.ts';

/** The services that may come before the slash in a model's name. */
const SERVICES: Readonly<Record<string, { readonly provider: string; readonly endpoint?: string }>> = {
  ollama: { provider: 'ollama' },
  lmstudio: { provider: 'openai-compatible', endpoint: 'http://127.0.0.1:1234/v1' },
  anthropic: { provider: 'anthropic' },
  openai: { provider: 'openai' },
  'openai-compatible': { provider: 'openai-compatible' },
};

/** Writes the model into the user's own config, which no vault can change without consent. */
export async function modelUse(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const [, service = '', model = ''] = /^([^/]+)\/(.+)$/u.exec(args[0] ?? '') ?? [];
  const known = SERVICES[service];
  if (known === undefined) {
    const names = Object.keys(SERVICES).map((name) => `${name}/…`);
    throw usageError('a model has a name such as service/model', `Name it as one of ${names.join(', ')}.`);
  }
  // Stores the endpoint that `memora model list` found, because the next question may be asked in a shell
  // without the variable.
  const host = service === 'ollama' ? io.env['OLLAMA_HOST'] : undefined;
  const standard = host ? ollamaEndpoint(host) : known.endpoint;
  const endpoint = readText(options, 'endpoint')?.replace(/\/+$/u, '') ?? standard ?? null;
  if (endpoint === null && known.provider === 'openai-compatible')
    throw usageError('openai-compatible needs an address', 'Add --endpoint URL.');
  const section = readFlag(options, 'judge') ? 'judge' : 'llm';
  const insists = readFlag(options, 'insist');
  const settings = {
    [`${section}.provider`]: known.provider,
    [`${section}.model`]: model,
    [`${section}.endpoint`]: endpoint,
    // The endpoint of the previous model does not apply to this one.
    'judge.insist': insists ? true : null,
  };
  // An unreadable setting is reported before anything is written.
  await loadOwnConfig(context);
  await keepSettings(settings, io.env);
  const { settings: standing } = await loadOwnConfig(context);
  const overruled = standing.find(({ key, layer }) => key === `${section}.provider` && layer !== 'user');
  output.payload({
    section,
    provider: known.provider,
    model,
    endpoint,
    insist: insists,
    overruled_by: overruled?.layer ?? null,
  });
  output.line(`${service}/${model} ${section === 'judge' ? 'judges' : 'answers'} from now on.`);
  if (overruled !== undefined)
    output.warn(`But ${overruled.layer} sets another value here: ${String(overruled.value)}.`);
  output.note(`\`memora model test${section === 'judge' ? ' --judge' : ''}\` shows what it is good for.`);
  return EXIT.done;
}
