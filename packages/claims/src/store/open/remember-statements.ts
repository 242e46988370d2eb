import type * as Sqlite from '../../model/sqlite-database.ts';

/** More than the code has; a text that holds what it was asked about is not kept for ever. */
const MOST = 600;
/** A longer text holds lists, and is hardly asked twice. */
const LONGEST = 4_000;

/**
 * Has a connection prepare each text once: a run over one note asks about a hundred, and preparing them took a third of it. A statement that
 * is asked for plain values or for arrays is another than the one that gives objects, and each walk over rows has one of its own, so that
 * whoever holds a statement never feels that somebody else has it too.
 */
export function rememberStatements(db: Sqlite.Database): Sqlite.Database {
  const prepare = db.prepare.bind(db) as (sql: string) => Sqlite.Statement;
  const known = new Map<string, Sqlite.Statement>();
  const remembered = (sql: string): Sqlite.Statement => {
    if (sql.length > LONGEST) return prepare(sql);
    const found = known.get(sql);
    if (found !== undefined) return found;
    const statement = withForms(sql, prepare);
    if (known.size >= MOST) known.delete(known.keys().next().value as string);
    known.set(sql, statement);
    return statement;
  };
  return Object.assign(db, { prepare: remembered });
}

/** The statement as it is, and its two other forms beside it. */
function withForms(sql: string, prepare: (sql: string) => Sqlite.Statement): Sqlite.Statement {
  const forms = new Map<Form, Sqlite.Statement>();
  const inForm = (form: Form): Sqlite.Statement => {
    let statement = forms.get(form);
    if (statement === undefined) {
      statement = Object.assign(TO_FORM[form](prepare(sql)), {
        iterate: (...parameters: unknown[]) => TO_FORM[form](prepare(sql)).iterate(...parameters),
        pluck: (toggle = true) => inForm(toggle ? 'value' : 'object'),
        raw: (toggle = true) => inForm(toggle ? 'array' : 'object'),
      });
      forms.set(form, statement);
    }
    return statement;
  };
  return inForm('object');
}

/** What a row is given as. */
type Form = 'object' | 'value' | 'array';

const TO_FORM: Record<Form, (fresh: Sqlite.Statement) => Sqlite.Statement> = {
  object: (fresh) => fresh,
  value: (fresh) => fresh.pluck(),
  array: (fresh) => fresh.raw(),
};
