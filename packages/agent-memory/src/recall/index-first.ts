import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';

/** Runs a query; if nothing is indexed yet, indexes the vault and runs it again, so no command is needed before the first query. */
export async function indexFirst<T>(memory: Pick<Memory, 'refresh'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'NOT_INDEXED') throw error;
    await memory.refresh({ first: true });
    return ask();
  }
}
