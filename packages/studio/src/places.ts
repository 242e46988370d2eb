/** The sections of the page, in the order of its navigation. */
export const PLACES = ['Ask', 'Notes', 'Today', 'Memory', 'Activity', 'Graph', 'Setup'] as const;

export type Place = (typeof PLACES)[number];

/** The places of a team's page: asking and reading. */
export const TEAM_PLACES: readonly Place[] = ['Ask', 'Notes'];
