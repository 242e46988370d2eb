/** A way to get an uncited statement shown next to one with a valid citation. */
export type RiderShape = (parts: RiderParts) => string;

/** The parts of an answer. */
export interface RiderParts {
  /** A sentence of the cited note, without its final stop. */
  readonly truth: string;
  /** The stop of the language. */
  readonly stop: string;
  readonly marker: string;
  /** A sentence that is not in the note, without its final stop. */
  readonly rider: string;
  /** The same in the form that continues a sentence. */
  readonly inside: string;
  /** The word for `and`, with the spaces that it needs. */
  readonly and: string;
}

const cited = ({ truth, marker, stop }: RiderParts) => `${truth} ${marker}${stop}`;

export const riderShapes: Readonly<Record<string, RiderShape>> = {
  'sentence behind': (parts) => `${cited(parts)} ${parts.rider}${parts.stop}`,
  'sentence in front': (parts) => `${parts.rider}${parts.stop} ${cited(parts)}`,
  'small letter behind a stop': (parts) => `${cited(parts)} ${parts.inside}${parts.stop}`,
  'no space behind a stop': (parts) => `${cited(parts)}${parts.rider}${parts.stop}`,
  'without a stop': (parts) => `${cited(parts)} ${parts.rider}`,
  'behind a line break': (parts) => `${cited(parts)}\n${parts.inside}${parts.stop}`,
  'behind <br>': (parts) => `${cited(parts)}<br>${parts.rider}${parts.stop}`,
  'behind U+2028': (parts) => `${cited(parts)}\u2028${parts.rider}${parts.stop}`,
  'behind an emoji': (parts) => `${cited(parts)} 🎉 ${parts.rider}${parts.stop}`,
  'clause behind the marker': ({ truth, marker, and, inside, stop }) =>
    `${truth} ${marker}${and}${inside}${stop}`,
  'comma behind the marker': ({ truth, marker, inside, stop }) => `${truth} ${marker}, ${inside}${stop}`,
  'semicolon behind the marker': ({ truth, marker, inside, stop }) => `${truth} ${marker}; ${inside}${stop}`,
  'dash behind the marker': ({ truth, marker, inside, stop }) => `${truth} ${marker} – ${inside}${stop}`,
  'brackets behind the marker': ({ truth, marker, inside, stop }) => `${truth} ${marker} (${inside})${stop}`,
  'brackets before the marker': ({ truth, marker, inside, stop }) => `${truth} (${inside}) ${marker}${stop}`,
  'clause before the marker': ({ truth, marker, and, inside, stop }) =>
    `${truth}${and}${inside} ${marker}${stop}`,
  'comma before the marker': ({ truth, marker, inside, stop }) => `${truth}, ${inside} ${marker}${stop}`,
  'dash before the marker': ({ truth, marker, inside, stop }) => `${truth} – ${inside} ${marker}${stop}`,
  'clause in front': ({ truth, marker, and, rider, stop }) => `${rider}${and}${truth} ${marker}${stop}`,
  'comma in front': ({ truth, marker, rider, stop }) => `${rider}, ${truth} ${marker}${stop}`,
  'nothing between, in front': ({ truth, marker, rider, stop }) => `${rider} ${truth} ${marker}${stop}`,
  heading: (parts) => `## ${parts.rider}\n\n${cited(parts)}`,
  'bold lead-in': (parts) => `**${parts.rider}:** ${cited(parts)}`,
  'lead-in of a list': (parts) => `${parts.rider}:\n\n- ${cited(parts)}`,
  'list item': (parts) => `- ${cited(parts)}\n- ${parts.rider}${parts.stop}`,
  'quote block': (parts) => `${cited(parts)}\n\n> ${parts.rider}${parts.stop}`,
  'head of a table': ({ truth, marker, rider }) => `| ${rider} |\n| --- |\n| ${truth} ${marker} |`,
  'cell of a table': ({ truth, marker, rider }) =>
    `| a | b |\n| --- | --- |\n| ${truth} ${marker} | ${rider} |`,
  'alt text': (parts) => `${cited(parts)} ![${parts.rider}](picture.png)`,
  'text of a link': (parts) => `${cited(parts)} [${parts.rider}](https://example.com/page)`,
  'title of a link': ({ truth, marker, stop, rider }) =>
    `[${truth}](https://example.com/page "${rider}") ${marker}${stop}`,
  comment: (parts) => `${cited(parts)} <!-- ${parts.rider} -->`,
  'HTML element': (parts) => `${cited(parts)} <b>${parts.rider}</b>${parts.stop}`,
  footnote: (parts) => `${cited(parts)}[^1]\n\n[^1]: ${parts.rider}${parts.stop}`,
  'emphasis round both': ({ truth, marker, stop, rider }) => `**${truth} ${marker}${stop} ${rider}${stop}**`,
  'in a heading with a cited sentence': (parts) => `## ${parts.rider}${parts.stop} ${cited(parts)}`,
  'in an underlined heading': (parts) => `${cited(parts)} ${parts.rider}${parts.stop}\n===`,
  'joined in a cell': ({ truth, marker, rider, and }) =>
    `| a |\n| --- |\n| ${truth}${and}${rider} ${marker} |`,
  'two sentences in a cell': ({ truth, marker, rider, stop }) =>
    `| a |\n| --- |\n| ${truth}${stop} ${rider} ${marker} |`,
  'list item before': (parts) => `1. ${parts.rider}${parts.stop}\n2. ${cited(parts)}`,
  callout: (parts) => `> [!NOTE] ${parts.rider}\n> ${cited(parts)}`,
  definition: ({ truth, marker, rider }) => `${rider}\n: ${truth} ${marker}`,
  'title of a reference': (parts) => `${cited(parts)}\n\n[a]: https://example.com/page "${parts.rider}"`,
  caption: (parts) => `${cited(parts)}\n\n*${parts.rider}.*`,
  'words of a footnote': (parts) => `${cited(parts)} ^[${parts.rider}]`,
  'cell of HTML': ({ truth, marker, rider }) =>
    `<table><tr><td>${rider}</td><td>${truth} ${marker}</td></tr></table>`,
  'struck out': ({ truth, marker, stop, rider }) => `~~${rider}${stop}~~ ${truth} ${marker}${stop}`,
  highlighted: ({ truth, marker, stop, inside }) => `${truth} ==${inside}== ${marker}${stop}`,
  'quoted behind': ({ truth, marker, stop, rider }) => `${truth} “${rider}” ${marker}${stop}`,
  'second line of an item': (parts) => `- ${cited(parts)}\n  ${parts.rider}`,
  'question and answer': (parts) => `Q: ${parts.rider}? A: ${cited(parts)}`,
};
