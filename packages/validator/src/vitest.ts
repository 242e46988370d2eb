import { expect } from 'vitest';
import { citationMatchers } from './matchers/citation-matchers.ts';
import type { CitedBy } from './matchers/verify-by.ts';

export { citationMatchers } from './matchers/citation-matchers.ts';

expect.extend(citationMatchers);

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes if every statement has a verified citation. Asynchronous: await it. */
    toBeCited(by: CitedBy): Promise<void>;
    /** Passes if no statement lacks support. Asynchronous: await it. */
    toHaveNoUnsupportedClaims(by: CitedBy): Promise<void>;
  }
}
