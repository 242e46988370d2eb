/** Alone here, so that who parses a note loads the parser and not all else that stands beside it, such as the databases of teams. */
export { parseBounded } from '@memora/claims/internal';
