import type * as Sqlite from '../../model/sqlite-database.ts';

/** More than the code contains, because a text with query values must not be kept forever. */
const MOST = 600;
/** A longer text contains lists and rarely repeats. */
const LONGEST = 4_000;

/**
 * Makes a connection prepare each text once: a run over one note executes about a hundred, and preparing them took a third of its time. The forms for plain
 * values, arrays and objects are separate statements, and each iteration has its own statement, so that sharing has no visible effect.
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

/** Returns the statement with its two other forms. */
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

/** The form of a row. */
type Form = 'object' | 'value' | 'array';

const TO_FORM: Record<Form, (fresh: Sqlite.Statement) => Sqlite.Statement> = {
  object: (fresh) => fresh,
  value: (fresh) => fresh.pluck(),
  array: (fresh) => fresh.raw(),
};
