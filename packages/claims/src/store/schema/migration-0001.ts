import { sqliteStatements } from './describe-table.ts';
import { STORE_TABLES } from './tables.ts';

/** The first schema: the tables, and the triggers that record added and removed names. */
export const MIGRATION_0001: string = `${sqliteStatements(STORE_TABLES)}
CREATE TRIGGER alias_added AFTER INSERT ON alias BEGIN
  INSERT OR IGNORE INTO changed_name (name) VALUES (new.name);
END;
CREATE TRIGGER alias_removed AFTER DELETE ON alias BEGIN
  INSERT OR IGNORE INTO changed_name (name) VALUES (old.name);
END;
`;
