import { describe, expect, it } from 'vitest';
import { plainDriver } from './plain-driver.ts';
import { rememberStatements } from './remember-statements.ts';

const open = () => {
  const db = rememberStatements(plainDriver(':memory:', { readonly: false, timeout: 0 }));
  db.exec('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)');
  return db;
};

describe('a connection that remembers its statements', () => {
  it('prepares a text once', () => {
    const db = open();
    expect(db.prepare('SELECT a FROM t')).toBe(db.prepare('SELECT a FROM t'));
    db.close();
  });

  it('gives each holder rows of the form that it asked for, whoever asks for another', () => {
    const db = open();
    const sql = 'SELECT a, b FROM t ORDER BY a';
    const objects = db.prepare(sql);
    const values = db.prepare(sql).pluck();
    const arrays = db.prepare(sql).raw();
    expect(objects.all()).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ]);
    expect(values.all()).toEqual([1, 3]);
    expect(arrays.all()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(values.pluck(false).get()).toEqual({ a: 1, b: 2 });
    db.close();
  });

  it('walks over rows twice at a time, and asks within a walk', () => {
    const db = open();
    const values = db.prepare<[], number>('SELECT a FROM t ORDER BY a').pluck();
    const pairs: number[][] = [];
    for (const outer of values.iterate())
      for (const inner of values.iterate()) pairs.push([outer, inner, ...values.all()]);
    expect(pairs).toEqual([
      [1, 1, 1, 3],
      [1, 3, 1, 3],
      [3, 1, 1, 3],
      [3, 3, 1, 3],
    ]);
    db.close();
  });

  it('reads the columns of a table as it is now', () => {
    const db = open();
    expect(db.prepare('SELECT * FROM t').get()).toEqual({ a: 1, b: 2 });
    db.exec('ALTER TABLE t ADD COLUMN c DEFAULT 5');
    expect(db.prepare('SELECT * FROM t').get()).toEqual({ a: 1, b: 2, c: 5 });
    db.exec('DROP TABLE t; CREATE TABLE t (z); INSERT INTO t VALUES (9)');
    expect(db.prepare('SELECT * FROM t').get()).toEqual({ z: 9 });
    db.close();
  });

  it('forgets the oldest of very many texts', () => {
    const db = open();
    const first = db.prepare('SELECT 0');
    for (let i = 1; i <= 700; i++) db.prepare(`SELECT ${i}`);
    expect(db.prepare('SELECT 0')).not.toBe(first);
    db.close();
  });
});
