export { createLexicalIndex } from './lexical/create-lexical-index.ts';
