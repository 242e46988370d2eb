import type { Memory } from '@memora/engine';

/** How many secret places would answer a question: their number, and nothing of them. For a person at this machine. No model is asked. */
export async function countSecrets(
  memory: Pick<Memory, 'ask'>,
  question: string,
  signal: AbortSignal,
): Promise<{ readonly count: number }> {
  const { passages, abstained } = await memory.ask(question, {
    bands: ['secret'],
    useModel: false,
    behind: false,
    signal,
  });
  return { count: abstained ? 0 : passages.length };
}
