import { EVERY_SCRIPT } from '@memora/language/every-script';
import { addScript } from '@memora/language/scripts';

/** A synchronous function that needs the words of every script, so all of them are included. */
export function withEveryScript<T extends readonly unknown[], R>(use: (...args: T) => R): (...args: T) => R {
  return (...args) => {
    for (const words of EVERY_SCRIPT) addScript(words);
    return use(...args);
  };
}
