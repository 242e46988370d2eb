/** Changes with the notes, sentences, questions and facts of the test: results of another version do not count. */
export const TEST_VERSION = 1;
