import { type AskedKind, asksMaker } from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { Unit } from './unit.ts';

/** Names of properties that say by themselves who it was and where it is, folded: no question has to say `people`. */
const NAMES: Partial<Record<AskedKind, ReadonlySet<string>>> = {
  who: new Set(
    'people person persons attendee attendees participant participants guest guests personen teilnehmer personnes participantes personas persone partecipanti'.split(
      ' ',
    ),
  ),
  where: new Set('loc location place venue address city ort lieu lugar luogo plaats'.split(' ')),
};

/** Names of properties that say who made it. */
const MAKERS: ReadonlySet<string> = new Set(
  'author authors writer creator maker artist autor auteur autore'.split(' '),
);

/** True for a line of the frontmatter whose name is that of what is asked for: `people: [[Ida]]`, where it is asked who was met. */
export function isPropertyOfKind(
  { blocks }: Pick<Unit, 'blocks'>,
  asked: AskedKind,
  question: string,
): boolean {
  const names = asked === 'who' && asksMaker(question) ? MAKERS : NAMES[asked];
  return (
    names !== undefined &&
    blocks.some(({ lines }) =>
      lines.some(({ text }) =>
        names.has(foldWord((/^[^:]+(?=:)/u.exec(text)?.[0] ?? '').toLowerCase().trim())),
      ),
    )
  );
}
