/** The number of claims, from its start, that represent a note. More of a long note would be a guess. */
export const MOST_OF_A_NOTE = 64;
