/** In a file of its own, so that parsing a note loads only the parser, and not other parts such as the databases of teams. */
export { parseBounded } from '@memora/claims/internal';
