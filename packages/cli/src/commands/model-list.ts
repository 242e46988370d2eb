import { listModels, type ModelServer } from '@memora/engine/model';
import { readText } from '../input/read-option.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { loadOwnConfig } from './load-own-config.ts';

/** Shows which models there are on this machine, which keys are set, and which model is in use. */
export async function modelList(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const { llm, judge } = (await loadOwnConfig(context)).config;
  const given = readText(options, 'endpoint')?.replace(/\/+$/u, '');
  const { servers, keys } = await listModels(io.env, {
    endpoints: [given, llm.endpoint, judge.endpoint].filter((each) => each != null),
    signal: io.signal,
  });
  const chat = llm.provider === 'none' ? null : { provider: llm.provider, model: llm.model };
  output.payload({
    servers: servers.map(({ name, endpoint, state, models }) => ({ name, endpoint, state, models })),
    keys: keys.map(({ variable }) => variable),
    chat,
    judge: { provider: judge.provider, model: judge.model },
  });
  for (const server of servers) {
    output.line(
      [
        output.style('bold', server.name),
        ...(server.name === server.endpoint ? [] : [output.style('dim', server.endpoint)]),
        SAID[server.state],
      ].join('  '),
    );
    for (const model of server.models) output.line(`  ${nameOf(server, model)}`);
  }
  const named = keys.map(({ variable }) => variable).join(', ');
  output.line(`Keys that are set: ${named === '' ? 'none' : named}`);
  output.line(
    `Answers: ${chat === null ? 'no model' : `${chat.provider}/${chat.model ?? 'its default model'}`}`,
  );
  output.note('`memora model use NAME` sets one; `memora model test` shows what it is good for.');
  return EXIT.done;
}

/** The name that `memora model use` takes. */
function nameOf({ name, provider }: ModelServer, model: string): string {
  if (provider === 'ollama') return `ollama/${model}`;
  return name === 'LM Studio' ? `lmstudio/${model}` : `openai-compatible/${model}`;
}

const SAID: Readonly<Record<ModelServer['state'], string>> = {
  running: 'runs',
  off: 'is not running',
  unreadable: 'is not a model server',
  'not-local': 'is not on this machine, and is not contacted',
};
