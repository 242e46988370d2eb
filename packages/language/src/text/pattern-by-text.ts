import { isAscii, toAsciiSource } from './to-ascii-source.ts';

/**
 * A pattern with Unicode's classes, made when a text is first matched with it; for text of ASCII alone one without them, which matches the same there and is made in a
 * tenth of the time. Throws, for the first ASCII, where a class has no form in ASCII.
 */
export function patternByText(source: string, flags: string): (text: string) => RegExp {
  let any: RegExp | undefined;
  let ascii: RegExp | undefined;
  return (text) => {
    if (isAscii(text)) {
      ascii ??= new RegExp(toAsciiSource(source), flags.replace('u', ''));
      return ascii;
    }
    any ??= new RegExp(source, flags);
    return any;
  };
}
