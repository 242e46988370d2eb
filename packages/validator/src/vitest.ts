import { expect } from 'vitest';
import { type CitedAgainst, citationMatchers } from './vitest/citation-matchers.ts';

export { type AnswerVerifier, type CitedAgainst, citationMatchers } from './vitest/citation-matchers.ts';

expect.extend(citationMatchers);

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes where every statement is carried by a verified citation. Asynchronous: await it. */
    toBeCited(against: CitedAgainst): Promise<void>;
    /** Passes where no statement lacks support. Asynchronous: await it. */
    toHaveNoUnsupportedClaims(against: CitedAgainst): Promise<void>;
  }
}
