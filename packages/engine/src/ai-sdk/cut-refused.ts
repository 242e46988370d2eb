import type { Statement } from '@memora/validator';

/** Removes only falsely cited statements from a text; everything else stays as written. */
interface RefusedCutter {
  /** Adds text as the model writes it. */
  readonly write: (text: string) => void;
  /** Takes the next statement, in order; returns the text that may be passed on now. */
  readonly decide: (statement: Statement) => string;
  /** Returns the remaining text. */
  readonly end: () => string;
}

/** True for a statement with citations that do not support it. */
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
