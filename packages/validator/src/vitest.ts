import { expect } from 'vitest';
import type { VerificationOptions } from './verification-options.ts';
import { citationMatchers } from './vitest/citation-matchers.ts';

export { citationMatchers } from './vitest/citation-matchers.ts';

expect.extend(citationMatchers);

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes where every statement is carried by a verified citation. Asynchronous: await it. */
    toBeCited(options: VerificationOptions): Promise<void>;
    /** Passes where no statement lacks support. Asynchronous: await it. */
    toHaveNoUnsupportedClaims(options: VerificationOptions): Promise<void>;
  }
}
