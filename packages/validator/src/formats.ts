/* Reports for other programs: SARIF for code scanning, JUnit for test runners, Markdown for readers. */
export { describeDifferences, markStatement, type StatementMark } from './formats/describe-statement.ts';
export { escapeMarkup } from './formats/escape-markup.ts';
export { faultOfStatement, type ProblemOptions, verdictOfAudit } from './formats/problem.ts';
export type { SourceOptions } from './formats/replace-markers.ts';
export { toFootnotes } from './formats/to-footnotes.ts';
export { type JunitCase, renderJunit, toJunit } from './formats/to-junit.ts';
export { toMarkdownLinks } from './formats/to-markdown-links.ts';
export { toSarif } from './formats/to-sarif.ts';
