import { declarationOf, isRequired, type Declaration, type ZodMiniType } from '../schema.ts'

/**
 * Validates a value against a catalog schema by its declaration alone: true only if zod agrees. False means
 * unknown: the caller must then use zod, which costs 10 ms at start-up. So a successful call never loads zod.
 */
export function surelyFits(schema: ZodMiniType, value: unknown): boolean {
  const declaration = declarationOf(schema)
  if (declaration === undefined) return false
  const { maker, checks: added } = declaration
  return makers[maker]?.(declaration, value) === true && added.every((check) => passes(check, value))
}

type Judge = (declaration: Declaration, value: unknown) => boolean

const makers: Partial<Record<Declaration['maker'], Judge>> = {
  array: ({ given: [element] }, value) => Array.isArray(value) && value.every((item) => fitsIn(element, item)),
  boolean: (_, value) => typeof value === 'boolean',
  enum: ({ given: [values] }, value) => (values as readonly unknown[]).includes(value),
  extend: ({ definition }, value) => isPlain(value) && haveAll(definition?.shape ?? {}, value),
  instanceof: ({ given: [Class] }, value) => value instanceof (Class as new () => unknown),
  literal: ({ given: [wanted] }, value) => (Array.isArray(wanted) ? wanted.includes(value) : wanted === value),
  nullable: ({ given: [inner] }, value) => value === null || fitsIn(inner, value),
  nullish: ({ given: [inner] }, value) => value === undefined || value === null || fitsIn(inner, value),
  number: (_, value) => Number.isFinite(value),
  object: ({ definition }, value) => isPlain(value) && haveAll(definition?.shape ?? {}, value),
  optional: ({ given: [inner] }, value) => value === undefined || fitsIn(inner, value),
  record: ({ given: [key, inner] }, value) =>
    isPlain(value) && Object.entries(value).every(([name, one]) => fitsIn(key, name) && fitsIn(inner, one)),
  string: (_, value) => typeof value === 'string',
  union: ({ given: [options] }, value) => (options as readonly unknown[]).some((option) => fitsIn(option, value)),
  unknown: () => true,
  _default: ({ given: [inner] }, value) => value === undefined || fitsIn(inner, value),
}

function fitsIn(schema: unknown, value: unknown): boolean {
  // The functions above receive schemas.
  return surelyFits(schema as ZodMiniType, value)
}

type Members = Readonly<Record<string, unknown>>

function isPlain(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function haveAll(shape: Readonly<Record<string, ZodMiniType>>, value: Members): boolean {
  return Object.entries(shape).every(([name, schema]) =>
    value[name] === undefined ? !isRequired(schema) : surelyFits(schema, value[name]),
  )
}

function passes(check: Declaration, value: unknown): boolean {
  return checks[check.maker]?.(check, value) === true
}

const checks: Partial<Record<Declaration['maker'], Judge>> = {
  gte: ({ given: [least] }, value) => typeof value === 'number' && value >= Number(least),
  int: (_, value) => Number.isSafeInteger(value),
  lte: ({ given: [most] }, value) => typeof value === 'number' && value <= Number(most),
  maxLength: ({ given: [most] }, value) => lengthOf(value) <= Number(most),
  minLength: ({ given: [least] }, value) => lengthOf(value) >= Number(least),
  // For an object, zod passes its output, with defaults filled in.
  refine: ({ given: [judge] }, value) =>
    typeof value !== 'object' && typeof judge === 'function' && judge(value) === true,
  regex: ({ given: [pattern] }, value) =>
    typeof value === 'string' && pattern instanceof RegExp && !pattern.global && !pattern.sticky && pattern.test(value),
}

/** Returns NaN for a value without a length, which is neither less nor more than any number. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : NaN
}
