/*
 * What a page loads with the first statement of an answer. The whole guard follows where a statement is not word for word what it cites.
 */
export { isWordForWord, verbatimGuard } from '../checks/word-for-word.ts';
export { createTextCleaner } from './clean-text.ts';
