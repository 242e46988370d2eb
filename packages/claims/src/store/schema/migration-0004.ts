/**
 * Nothing that can be guessed of a sentence of a generated page whose source became secret: such sentences kept a plain fingerprint, and
 * their pages a plain hash, as notes that are gone did. Claims of pages go, and the next consolidation makes those of the pages as they are then. See docs/schema.md.
 */
export const MIGRATION_0004 = `
DELETE FROM edge WHERE source IN (SELECT claim.key FROM claim JOIN note ON note.key = claim.note WHERE note.type = 'derived')
  OR target IN (SELECT claim.key FROM claim JOIN note ON note.key = claim.note WHERE note.type = 'derived');
DELETE FROM claim WHERE note IN (SELECT key FROM note WHERE type = 'derived');
UPDATE note SET mtime = -1, hash = x'' WHERE type = 'derived';
UPDATE note SET hash = x'' WHERE gone_at IS NOT NULL;
`;
