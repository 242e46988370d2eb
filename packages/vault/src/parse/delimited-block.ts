import type { Construct, Effects, State, TokenizeContext, TokenType } from 'micromark-util-types';

/** Token types of the two Obsidian blocks that CommonMark lacks. */
export const MATH_BLOCK = 'memoraMathBlock' as TokenType;
export const COMMENT_BLOCK = 'memoraCommentBlock' as TokenType;

/**
 * The end of a block that opens with two of `character` at `from`; -1 if there is none. Text after the closing pair on its line makes it an inline comment or
 * formula of a paragraph.
 */
export function findDelimitedEnd(text: string, from: number, character: string): number {
  const delimiter = character + character;
  if (!text.startsWith(delimiter, from)) return -1;
  const close = text.indexOf(delimiter, from + 2);
  if (close === -1) return -1;
  const rest = /[^\r\n]*/y;
  rest.lastIndex = close + 2;
  return (rest.exec(text)?.[0] ?? '').trim() === '' ? close + 2 : -1;
}

/**
 * A flow construct for a block between two doubled characters: `$$ … $$` or `%% … %%`. It looks ahead in `text` for the closing pair, so an unclosed opening
 * never swallows the rest of a note.
 */
export function delimitedBlock(text: string, character: string, type: TokenType): Construct {
  const code = character.charCodeAt(0);

  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const context = this;
    let end = -1;
    return start;

    function start(next: number | null): State | undefined {
      const from = context.now().offset;
      end = next === code ? findDelimitedEnd(text, from, character) : -1;
      if (end === -1) return nok(next);
      effects.enter(type);
      return lineStart(next);
    }

    function lineStart(next: number | null): State | undefined {
      if (next === null || context.now().offset >= end) return atContainerEnd(next);
      if (next < -2) return effects.attempt(continuation, lineStart, atContainerEnd)(next);
      effects.enter('data');
      return inside(next);
    }

    function inside(next: number | null): State | undefined {
      if (next === null || next < -2 || context.now().offset >= end) {
        effects.exit('data');
        return lineStart(next);
      }
      effects.consume(next);
      return inside;
    }

    function atContainerEnd(next: number | null): State | undefined {
      effects.exit(type);
      if (isLineEnd(next)) return ok(next);
      // A block ends where its line ends, so it includes the white space after the closing pair.
      effects.enter('whitespace');
      return trailing(next);
    }

    function trailing(next: number | null): State | undefined {
      if (isLineEnd(next)) {
        effects.exit('whitespace');
        return ok(next);
      }
      effects.consume(next);
      return trailing;
    }
  }

  return { tokenize: tokenize as Construct['tokenize'], concrete: true, name: type };
}

/** The end of the text, or one of micromark's three codes for a line ending. */
function isLineEnd(code: number | null): boolean {
  return code === null || code < -2;
}

/** The next line belongs to the block unless its container has ended. */
const continuation: Construct = {
  partial: true,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return (code) => {
      if (code === null) return nok(code);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return (next) => (this.parser.lazy[this.now().line] ? nok(next) : ok(next));
    };
  },
};
