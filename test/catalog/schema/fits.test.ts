import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import * as z from '../../../src/catalog/schema.ts'
import { surelyFits } from '../../../src/catalog/schema/fits.ts'
import { ExactNumber } from '../../../src/text/json.ts'

/** Values of the kind that a schema takes, most of them good ones, and now and then any other. */
function valuesFor(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const { type, innerType, shape, entries, element } = z.definitionOf(schema)
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant(undefined),
    fc.constant(new ExactNumber('12345678901234567890')),
  )
  const own =
    innerType !== undefined
      ? fc.oneof(valuesFor(innerType), fc.constantFrom(null, undefined))
      : shape !== undefined
        ? fc.record(Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, valuesFor(member)])))
        : element !== undefined
          ? fc.array(valuesFor(element), { maxLength: 3 })
          : entries !== undefined
            ? fc.constantFrom(...Object.values(entries))
            : (scalars[type] ?? anything)
  return fc.oneof({ weight: 60, arbitrary: own }, { weight: 1, arbitrary: anything })
}

const texts = fc.oneof(fc.constantFrom('7', 'TR', '2026-11-01T00:00:00Z', 'a'.repeat(64), '', ' '), fc.string())

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: texts,
  number: fc.oneof(fc.integer({ min: -1, max: 300 }), fc.double()),
  boolean: fc.boolean(),
  record: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
  union: fc.oneof(fc.integer({ min: -1, max: 300 }), fc.constant(new ExactNumber('12345678901234567890'))),
}

describe('the quick schema check without zod', () => {
  it.each(
    endpoints.flatMap(({ id, params, query, body, response }) =>
      Object.entries({ params, query, body, response }).flatMap(([part, schema]) =>
        schema === undefined ? [] : [{ what: `${id} ${part}`, schema }],
      ),
    ),
  )('accepts only values that zod accepts: $what', ({ schema }) => {
    fc.assert(
      fc.property(valuesFor(schema), (value) => {
        expect(!surelyFits(schema, value) || z.safeParse(schema, value).success).toBe(true)
      }),
    )
  })

  it.each([
    ['a text', z.string(), 'a', ''],
    ['a bounded text', z.string().check(z.minLength(1), z.maxLength(2)), 'ab', 'abc'],
    ['a bounded number', z.number().check(z.int(), z.gte(1), z.lte(5)), 5, 6],
    ['a pattern', z.string().check(z.regex(/^a$/)), 'a', 'b'],
    ['a rule', z.string().check(z.refine((text) => text === 'a')), 'a', 'b'],
    ['one of some', z.enum(['a', 'b']), 'b', 'c'],
    ['what may be null', z.nullable(z.string()), null, undefined],
    ['what may be absent', z.object({ a: z.optional(z.string()), b: z._default(z.number(), 1) }), {}, { a: 1 }],
    ['a list', z.array(z.boolean()), [true, false], [true, 1]],
    ['a map', z.record(z.string(), z.number()), { a: 1 }, { a: 'b' }],
    ['either', z.union([z.string(), z.number()]), 1, true],
    ['an instance', z.instanceof(ExactNumber), new ExactNumber('1'), '1'],
    ['a value', z.literal(true), true, false],
    ['more members', z.extend(z.object({ a: z.string() }), { b: z.string() }), { a: 'a', b: 'b' }, { a: 'a' }],
  ])('recognizes %s', (_what, schema, good, bad) => {
    expect(surelyFits(schema, good)).toBe(true)
    expect(z.safeParse(schema, good).success).toBe(true)
    if (bad !== '') expect(surelyFits(schema, bad)).toBe(false)
  })

  it.each([
    [
      'an object with a rule, which sees defaults',
      z.object({ a: z._default(z.number(), 1) }).check(z.refine(({ a }) => a === 1)),
      {},
    ],
    ['a text that is changed on the way', z.string().check(z.trim()), 'a'],
    ['what becomes something else', z.pipe(z.string(), z.transform(Number)), '1'],
    ['an object that takes no other member', z.strictObject({}), {}],
    ['an address', z.url(), 'https://a.example'],
  ])('leaves %s to zod', (_what, schema, value) => {
    expect(surelyFits(schema, value)).toBe(false)
    expect(z.safeParse(schema, value).success).toBe(true)
  })
})
