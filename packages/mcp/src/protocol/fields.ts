import * as z from 'zod';

/** The most UTF-16 units of a text whose schema sets no other limit: a question, a name, an id. */
export const LONGEST_TEXT = 20_000;
/** Maximum number of items of a list. */
export const LONGEST_LIST = 1_000;

/** The description of omissions that most tools share. */
export const SECRET_TEXT = 'secret text: replaced by [redacted], or its entry is left out';

/** A text argument with a length limit. */
export function text(longest = LONGEST_TEXT): z.ZodString {
  return z.string().max(longest);
}

/** A text argument that is not blank. */
export function filled(longest = LONGEST_TEXT): z.ZodString {
  return text(longest)
    .min(1)
    .refine((value) => value.trim() !== '', 'a text that is not empty');
}

/** A list argument with a length limit. */
export function list<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item).max(LONGEST_LIST);
}

/** A field that a result may have and `tools/list` omits: each listed word costs tokens in every conversation. */
export function unlisted<Field extends z.ZodType>(field: Field): Field {
  return field.meta({ ...field.meta(), unlisted: true });
}

/** An object with its own schema, such as a claim. `docs/reference/json.md` describes its fields. */
export function described(): z.ZodType<object, object> {
  return z.looseObject({});
}
