import type { Schema } from '@memora/claims/internal';
import { queriesOverRows, rowQueriesOf, type Written } from '@memora/claims/queries';
import type { OptionalOf, OwnRows } from '../schema/tables/own-tables.ts';

type PublishedRows = { [Name in keyof Schema]: Schema[Name] & { scope: number } };
type TeamRows = OwnRows & PublishedRows;

/** The start of each query over the tables of a team. */
export const from = queriesOverRows<
  { [Name in keyof OwnRows]: Written<OwnRows[Name], OptionalOf<Name>> } & PublishedRows
>();

export const { add, addNew, count, put, read, remove, set } = rowQueriesOf<TeamRows>();
