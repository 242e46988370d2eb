import { foldWord } from '../text/fold-word.ts';
import { holdsForm, isToldByForm } from './told/holds-form.ts';

/** Things of which one is asked for by its figure. */
const BY_FIGURE =
  /^\W*(?:which|what)\s+(?:\w+\s+)?(?<thing>version|port|number|percentage|size|temperature|pressure|height|weight|speed|channel)\b/iu;
/** Of a thing that is one: `the port of the server` is a figure, `the version of the story` may be none. */
const THE_FIGURE =
  /^\W*what(?:['’]s|\s+(?:is|was))\s+(?:the|its|our|my)\s+(?:\p{L}+\s+)?(?<thing>port|temperature|weight)\b(?!\s+(?:of\s+call|forward|mapping|numbers\b))/iu;

/** True where a question with `which` or `what` asks for a thing by its figure: `which port`, `what version`, `what is the port`. */
export function asksFigure(question: string): boolean {
  return thingAsked(question) !== undefined;
}

/**
 * False where a text below a heading can't tell the figure that a question asks for. What has a form of its own (a port, a temperature) is no other number, unless the
 * heading names the thing, or the text beside a number; of all else `figure` says whether there is a number at all.
 */
export function tellsFigureAsked(
  question: string,
  { text, heading, figure }: { readonly text: string; readonly heading: string; readonly figure: boolean },
): boolean {
  const thing = thingAsked(question);
  if (thing === undefined || holdsForm(thing, text)) return true;
  // Ships have ports too.
  const named = thing === 'port' ? heading : `${heading}\n${text}`;
  return figure && (!isToldByForm(thing) || new RegExp(`(?<!\\p{L})${thing}s?(?!\\p{L})`, 'iu').test(named));
}

function thingAsked(question: string): string | undefined {
  const groups = (BY_FIGURE.exec(question) ?? THE_FIGURE.exec(question))?.groups;
  const thing = groups?.['thing'];
  return thing === undefined ? undefined : foldWord(thing.toLowerCase());
}
