import type { CommandSpec } from './command-spec.ts';

/** Choosing the model that answers and judges, and finding out what it is good for. */
export const MODEL_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'model list',
    summary: 'list the models of Ollama and LM Studio on this machine, and which keys are set',
    options: [{ flags: '--endpoint <url>', description: 'also ask this address of this machine' }],
    gives:
      'It gives `servers` (each with `name`, `endpoint`, `state` and `models`), the names of `keys` that are set, `chat` and `judge`.',
    example: 'memora model list',
    load: async () => (await import('../commands/model-list.ts')).modelList,
  },
  {
    name: 'model use',
    summary: 'write into your own config which model answers, or judges',
    args: '<model>',
    options: [
      { flags: '--endpoint <url>', description: 'where the model is served' },
      { flags: '--judge', description: 'set the model that judges, not the one that answers' },
      { flags: '--insist', description: 'let it judge although it failed memora model test' },
    ],
    example: 'memora model use ollama/llama3.2',
    load: async () => (await import('../commands/model-use.ts')).modelUse,
  },
  {
    name: 'model test',
    summary: 'find out what your model is good for: judging, answering, finding search words, extracting',
    options: [{ flags: '--judge', description: 'test the model that judges' }],
    gives:
      'It gives `model`, `place`, and for `judging` (`true_kept`, `lies_kept`, `sentences`, `not_judged`), `answering` (`right`, `questions`, `refused`), `rewriting` (`found`, `questions`, `unreadable`) and `extracting` (`found`, `facts`, `claims`, `refused`) also `good`, `calls`, `input_tokens`, `output_tokens` and `seconds`.',
    example: 'memora model test',
    load: async () => (await import('../commands/model-test.ts')).modelTest,
  },
];
