import * as z from 'zod';
import { isTimeZone } from '../src/config/check-setting.ts';
import type { FromVault, Refusal, SettingValue } from '../src/config/setting.ts';

export const acts = (...harmless: SettingValue[]) => ({ fromVault: { rule: 'acts', harmless } as const });
export const tightens = (...order: SettingValue[]) => ({ fromVault: { rule: 'tightens', order } as const });

export const choice = <const Values extends readonly (string | boolean)[]>(...values: Values) =>
  z.literal(values).meta({ takes: `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` });
export const onOff = choice(true, false);
export const text = z.string().regex(/\S/u).meta({ takes: 'a text' });
export const list = z.array(z.string()).meta({ takes: 'a list of texts' });
export const bands = z
  .array(z.literal(['public', 'private']))
  .meta({ takes: 'a list of "public" and "private"' });
export const amount = z.number().min(0).meta({ takes: 'a number that is not negative, such as 0.25' });
export const whole = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ takes: `a whole number from ${min} to ${max}` });
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/u)
  .meta({ takes: 'a time of day such as "03:00"' });
export const zone = z
  .string()
  .refine(isTimeZone)
  .meta({ takes: 'a time zone such as "Europe/Lisbon"', format: 'time-zone' });

/**
 * The values that it accepts, its default (`null` for none), and how a vault's config may use it. Without a
 * rule, a vault's config may set any value.
 */
export function setting<Schema extends z.ZodType, const Fallback extends SettingValue>(
  schema: Schema,
  fallback: Fallback,
  rule: { readonly fromVault?: FromVault } = {},
  refused?: Refusal,
): z.ZodDefault<z.ZodType<z.output<Schema> | Extract<Fallback, null>>> {
  const open = fallback === null ? schema.nullable() : schema;
  return open.default(fallback as never).meta({ ...rule, ...(refused && { refused }) }) as never;
}
