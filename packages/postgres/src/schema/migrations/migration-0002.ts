/**
 * A lease that ends by itself where its holder is gone, by the clock of the server; the fence alone decides who publishes. Published: never
 * edit it.
 */
export const MIGRATION_0002 = `
ALTER TABLE memora.scope ADD COLUMN leased_until timestamptz;
DROP FUNCTION memora.take_lease(int, text);
`;
