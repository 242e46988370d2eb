/** The places of the page, in the order of its navigation. */
export const PLACES = ['Ask', 'Notes', 'Today', 'Memory', 'Activity', 'Graph', 'Setup'] as const;

export type Place = (typeof PLACES)[number];

/** What a team's page has: a team is asked and read. */
export const TEAM_PLACES: readonly Place[] = ['Ask', 'Notes'];
