/** What stands first in a note stands for it: more of a long one would be a guess. */
export const MOST_OF_A_NOTE = 64;
