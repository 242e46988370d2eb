import type { Memory } from '@memora/engine';

/** How to treat statements with an invalid citation. */
export type VerifyMode = 'off' | 'annotate' | 'strip';

/** A text after validation. */
export interface CheckedText {
  readonly text: string;
  /** For `providerMetadata.memora`; null if nothing was checked. */
  readonly metadata: {
    readonly verified: number;
    /** Statements with an invalid citation. */
    readonly refused: string[];
  } | null;
}

/** Checks the citations of a text against the notes. A statement without a citation is not judged. */
export async function checkText(
  text: string,
  mode: VerifyMode,
  memory: Pick<Memory, 'verify'>,
  reveal: boolean,
): Promise<CheckedText> {
  if (mode === 'off' || !/\[claim:/iu.test(text)) return { text, metadata: null };
  const report = await memory.verify(text, reveal ? { reveal } : {});
  const refused = report.statements
    .filter(({ kind, kept, checks }) => kind === 'claim' && !kept && checks.length > 0)
    .map((statement) => statement.text);
  const metadata = { verified: report.verifiedCount, refused };
  return { text: mode === 'strip' ? withoutParts(text, refused) : text, metadata };
}

function withoutParts(text: string, parts: readonly string[]): string {
  let left = text;
  let at = 0;
  for (const part of parts) {
    const found = left.indexOf(part, at);
    if (found < 0) continue;
    left = left.slice(0, found) + left.slice(found + part.length);
    at = found;
  }
  return left
    .replace(/[ \t]{2,}/gu, ' ')
    .replace(/[ \t]+\n/gu, '\n')
    .trim();
}

/** Metadata of a part, with the result of the check if there was one. */
export function withMetadata(given: object | undefined, metadata: CheckedText['metadata']) {
  return metadata === null ? {} : { providerMetadata: { ...given, memora: metadata } };
}
