/**
 * For `catch`: throws what SQLite says as an error of ours. A page that nobody had read since the database was opened may be damaged, and
 * whoever comes to it reads past the store.
 */
export function throwOurs(path: string): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!String((error as { code?: unknown })?.code).startsWith('SQLITE_')) throw error;
    const { toStoreError } = await import('@memora/claims/internal');
    throw toStoreError(error, path);
  };
}
