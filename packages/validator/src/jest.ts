import { ValidatorError } from './contract/validator-error.ts';
import { citationMatchers } from './matchers/citation-matchers.ts';
import type { CitedBy } from './matchers/verify-by.ts';

export { citationMatchers } from './matchers/citation-matchers.ts';

const { expect } = globalThis as { readonly expect?: { readonly extend?: (matchers: object) => void } };
if (typeof expect?.extend !== 'function') {
  throw new ValidatorError('there is no global expect to extend', {
    code: 'NO_EXPECT',
    hint: 'Where `injectGlobals` is off, call expect.extend(citationMatchers) from @memora/validator/matchers.',
  });
}
expect.extend(citationMatchers);

declare global {
  // The name that Jest's own types expect.
  namespace jest {
    interface Matchers<R> {
      /** Passes if every statement has a verified citation. Asynchronous: await it. */
      toBeCited(by: CitedBy): Promise<R>;
      /** Passes if every statement has support. Asynchronous: await it. */
      toHaveNoUnsupportedClaims(by: CitedBy): Promise<R>;
    }
  }
}
