/**
 * For `catch`: throws errors of SQLite as our own. A page that nobody has read since the database was opened may be damaged, and such a read does not pass
 * through the store.
 */
export function throwOurs(path: string): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!String((error as { code?: unknown })?.code).startsWith('SQLITE_')) throw error;
    const { toStoreError } = await import('@memora/claims/internal');
    throw toStoreError(error, path);
  };
}
