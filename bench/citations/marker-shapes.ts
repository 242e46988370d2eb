/** Two statements of two notes, each followed by its marker, as an answer puts them into one sentence. */
export type MarkerShape = (parts: MarkerParts) => string;

/** What such an answer is made of: both statements without their final stop. */
export interface MarkerParts {
  readonly first: string;
  readonly second: string;
  /** The second one as it goes on inside a sentence. */
  readonly inside: string;
  /** The markers behind the first and behind the second statement. */
  readonly markers: readonly [string, string];
  readonly stop: string;
  /** The word for `and`, with the spaces that it needs. */
  readonly and: string;
}

/** Without a semicolon or stop between them: those part two statements, and `measure-relevance.ts` has statements beside the wrong span. */
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
