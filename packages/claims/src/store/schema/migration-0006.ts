/** Few notes are archived and few claims are secret, and an agent asks after each write whether any is: without these all are looked at. See docs/schema.md. */
export const MIGRATION_0006 = `
CREATE INDEX note_archived ON note (key) WHERE gone_at IS NULL AND status = 'archived';
CREATE INDEX claim_secret ON claim (key) WHERE band = 2;
`;
