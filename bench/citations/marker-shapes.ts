/** Two statements of two notes, each followed by its marker, in the form in which an answer joins them in one sentence. */
export type MarkerShape = (parts: MarkerParts) => string;

/** The parts of such an answer: both statements without their final stop. */
export interface MarkerParts {
  readonly first: string;
  readonly second: string;
  /** The second statement in the form that continues a sentence. */
  readonly inside: string;
  /** The markers after the first and after the second statement. */
  readonly markers: readonly [string, string];
  readonly stop: string;
  /** The word for `and`, with the spaces that it needs. */
  readonly and: string;
}

/** Without a semicolon or stop between them, because those separate two statements; `measure-relevance.ts` has statements with the wrong span. */
export const markerShapes: Readonly<Record<string, MarkerShape>> = {
  comma: ({ first, inside, markers: [a, b], stop }) => `${first} ${a}, ${inside} ${b}${stop}`,
  and: ({ first, inside, markers: [a, b], and, stop }) => `${first} ${a}${and}${inside} ${b}${stop}`,
  dash: ({ first, inside, markers: [a, b], stop }) => `${first} ${a} – ${inside} ${b}${stop}`,
  'nothing between': ({ first, second, markers: [a, b], stop }) => `${first} ${a} ${second} ${b}${stop}`,
  emphasis: ({ first, inside, markers: [a, b], and, stop }) =>
    `**${first}** ${a}${and}*${inside}* ${b}${stop}`,
  'cells of a row': ({ first, second, markers: [a, b] }) =>
    `| a | b |\n| --- | --- |\n| ${first} ${a} | ${second} ${b} |`,
  'list item': ({ first, inside, markers: [a, b], stop }) => `- ${first} ${a}, ${inside} ${b}${stop}`,
};
