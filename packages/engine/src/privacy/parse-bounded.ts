/**
 * In a file of its own, so that parsing a note loads only the parser and not, for example, the database code
 * of teams.
 */
export { parseBounded } from '@memora/claims/internal';
