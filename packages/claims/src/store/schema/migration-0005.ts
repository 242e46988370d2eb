/** By what a note is known again that cost too much to read: 32 bytes under the vault's key, null for other failures. See docs/schema.md. */
export const MIGRATION_0005 = `
ALTER TABLE failure ADD COLUMN print BLOB;
`;
