/** What the name of a judge ends in that judges its own draft, wherever its tick stands. */
export const WROTE_IT = ' (which wrote it)';
