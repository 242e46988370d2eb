export { allMatches } from './text/all-matches.ts';
export { editDistance } from './text/edit-distance.ts';
export { estimateTokens } from './text/estimate-tokens.ts';
export { foldWord } from './text/fold-word.ts';
export { matchAtWords, type WordMatches, type WordPattern } from './text/match-at-words.ts';
export { patternByText } from './text/pattern-by-text.ts';
export { createCover } from './text/range-cover.ts';
export { dropTreacherous, escapeTreacherous, spellTreacherous } from './text/spell-treacherous.ts';
export { chunksOf, runsOf, splitWords } from './text/split-words.ts';
