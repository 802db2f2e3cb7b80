/**
 * The only door to zod (the linter says so), for schema.ts: what we use of it. The published package keeps it in a separate file, which the first schema that is
 * needed loads (scripts/build/own-files.ts).
 */
import * as z from 'zod/mini'

export type { core, input, output, ZodMiniType } from 'zod/mini'

const makers = {
  array: z.array,
  boolean: z.boolean,
  enum: z.enum,
  extend: z.extend,
  gte: z.gte,
  instanceof: z.instanceof,
  int: z.int,
  literal: z.literal,
  looseObject: z.looseObject,
  lte: z.lte,
  maxLength: z.maxLength,
  minLength: z.minLength,
  nullable: z.nullable,
  nullish: z.nullish,
  number: z.number,
  object: z.object,
  optional: z.optional,
  pipe: z.pipe,
  record: z.record,
  refine: z.refine,
  regex: z.regex,
  safeParse: z.safeParse,
  strictObject: z.strictObject,
  string: z.string,
  toJSONSchema: z.toJSONSchema,
  transform: z.transform,
  trim: z.trim,
  union: z.union,
  unknown: z.unknown,
  url: z.url,
  _default: z._default,
}

export type Zod = typeof makers

export function zod(): Zod {
  return makers
}
