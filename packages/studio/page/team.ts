/** The team whose page this is; null for the page of a folder. The page of a team writes nothing. */
export const team: string | null = document.getElementById('page')?.dataset['team'] ?? null;
