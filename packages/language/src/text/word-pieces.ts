/** Returns the words of a text in lower case; in scripts without spaces, pairs of letters. */
export function wordPieces(text: string): string[] {
  const runs =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) =>
    DENSE.test(run) && run.length > 2
      ? Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2))
      : [run],
  );
}

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
