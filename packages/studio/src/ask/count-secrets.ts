import type { Memory } from '@memora/engine';

/** Counts the secret places that would answer a question, and reveals nothing else about them. For a person at this machine. Calls no model. */
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
