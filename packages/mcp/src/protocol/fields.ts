import * as z from 'zod';

/** The most UTF-16 units of a text whose schema names no other bound: a question, a name, an id. */
export const LONGEST_TEXT = 20_000;
/** The most items of a list. */
export const LONGEST_LIST = 1_000;

/** What the rows of most tools say of their result. */
export const SECRET_TEXT = 'secret text: [redacted] stands in its place, or its entry is left out';

/** A text of a call, bounded. */
export function text(longest = LONGEST_TEXT): z.ZodString {
  return z.string().max(longest);
}

/** A text of a call that holds more than white space. */
export function filled(longest = LONGEST_TEXT): z.ZodString {
  return text(longest)
    .min(1)
    .refine((value) => value.trim() !== '', 'a text that is not empty');
}

/** A list of a call, bounded. */
export function list<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item).max(LONGEST_LIST);
}

/** A field that a result may have and `tools/list` leaves out: each listed word is paid for in every conversation. */
export function unlisted<Field extends z.ZodType>(field: Field): Field {
  return field.meta({ ...field.meta(), unlisted: true });
}

/** An object of another schema, such as a claim: the rows of `docs/reference/json.md` say what it holds. */
export function described(): z.ZodType<object, object> {
  return z.looseObject({});
}
