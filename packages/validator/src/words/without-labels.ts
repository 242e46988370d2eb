/** Marks of notes and sources in an answer: `[^1]`, `[1, 2]`, `【3†source】`. Not an index such as `list[1]`. */
const MARKS =
  /\[\^[\p{L}\p{N}_-]{1,20}\]|(?<![\]\p{Ll}_)][\p{Ll}_]?|`)\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]|【\d+(?::\d+)?†[^】\n]*】/gu;
/** The number of a heading, item or step in front of what it says: `## 2.1`, `3.`, `Step 1:`. */
const NUMBER =
  /^\s*(?:#{1,6}\s+)?(?:[-*+]\s+)?[*_]{0,2}(?:(?:(?:step|schritt|étape|paso|passo|stap|шаг|adım|चरण|الخطوة|단계|ステップ|手順|步骤|第)\s?\d{1,2}\s?(?:[.:)：、-]|步|단계)|\d{1,2}(?:\.\d{1,2}){0,3}[.)](?=\s)|(?<=#\s)\d{1,2}(?:\.\d{1,2}){0,3}(?=\s)))[*_]{0,2}/iu;

/** The statement without marks and numbers that order it and say nothing: spaces stand for them. */
export function withoutLabels(statement: string): string {
  if (!/\d/u.test(statement)) return statement;
  const blank = (label: string) => ' '.repeat(label.length);
  return statement.replace(NUMBER, blank).replace(MARKS, blank);
}
