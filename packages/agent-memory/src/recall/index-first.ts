import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';

/** Asks, and where nothing is indexed yet indexes the vault and asks again: whoever asks first has no command to run before. */
export async function indexFirst<T>(memory: Pick<Memory, 'refresh'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'NOT_INDEXED') throw error;
    await memory.refresh({ first: true });
    return ask();
  }
}
