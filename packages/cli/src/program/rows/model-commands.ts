import type { CommandSpec } from '../command-spec.ts';

/** Commands that choose the model that answers and judges, and test it. */
export const MODEL_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'model list',
    summary: 'list the models of Ollama and LM Studio on this machine, and which keys are set',
    options: [{ flags: '--endpoint <url>', description: 'also look at this address on this machine' }],
    group: 'Agents',
    varies: true,
    example: 'memora model list',
    redacted: 'nothing: it reads no note',
    output: async () => (await import('../../outputs/keeping-outputs.ts')).modelListOutput,
    load: async () => (await import('../../commands/model-list.ts')).modelList,
  },
  {
    name: 'model use',
    summary: 'set the model that answers or judges, in your own config',
    args: '<model>',
    options: [
      { flags: '--endpoint <url>', description: 'where the model is served' },
      { flags: '--judge', description: 'set the model that judges, not the one that answers' },
      { flags: '--insist', description: 'let it judge even if it failed memora model test' },
    ],
    writes: true,
    example: 'memora model use ollama/llama3.2',
    output: async () => (await import('../../outputs/keeping-outputs.ts')).modelUseOutput,
    load: async () => (await import('../../commands/model-use.ts')).modelUse,
  },
  {
    name: 'model test',
    summary: 'find out what your model is good for: judging, answering, finding search words, extracting',
    options: [{ flags: '--judge', description: 'test the model that judges' }],
    needs: 'a model',
    example: 'memora model test',
    output: async () => (await import('../../outputs/keeping-outputs.ts')).modelTestOutput,
    load: async () => (await import('../../commands/model-test.ts')).modelTest,
  },
];
