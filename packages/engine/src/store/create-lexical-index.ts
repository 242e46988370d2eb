export { createLexicalIndex } from '@memora/retrieval';
