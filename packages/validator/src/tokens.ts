export { type NumberToken, readNumbers } from './tokens/read-numbers.ts';
