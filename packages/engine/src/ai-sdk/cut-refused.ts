import type { Statement } from '@memora/validator';

/** A text of which only what cites falsely is taken out; everything else stays as it was written. */
interface RefusedCutter {
  /** Adds text as the model writes it. */
  readonly write: (text: string) => void;
  /** Takes the next statement, in order; gives the text that may go out now. */
  readonly decide: (statement: Statement) => string;
  /** Returns what is left. */
  readonly end: () => string;
}

/** True for a statement that cites, and whose citations do not carry it. */
export function isCitedFalsely({ kind, kept, checks }: Statement): boolean {
  return kind === 'claim' && !kept && checks.length > 0;
}

export function createRefusedCutter(): RefusedCutter {
  let written = '';
  let given = 0;
  const giveUntil = (end: number): string => {
    const text = written.slice(given, Math.max(end, given));
    given = Math.max(end, given);
    return text;
  };
  return {
    write: (text) => {
      written += text;
    },
    decide: (statement) => {
      const { text, offset } = statement;
      const end = offset.utf16 + text.length;
      if (!isCitedFalsely(statement)) return giveUntil(end);
      const before = giveUntil(offset.utf16);
      given = Math.max(given, end);
      return before.replace(/[ \t]+$/u, '');
    },
    end: () => giveUntil(written.length),
  };
}
