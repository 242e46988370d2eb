/** The team whose page this is; null for the page of a folder. Nothing of a team is written here. */
export const team: string | null = document.getElementById('page')?.dataset['team'] ?? null;
