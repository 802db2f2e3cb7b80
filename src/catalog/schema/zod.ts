/**
 * The only import of zod (enforced by the linter), for schema.ts. The published package has it in a
 * separate file, which is loaded for the first schema that needs it (scripts/build/own-files.ts).
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
