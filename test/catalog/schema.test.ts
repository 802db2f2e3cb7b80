import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as zod from 'zod/mini'

import { endpoints } from '../../src/catalog/catalog.ts'
import * as z from '../../src/catalog/schema.ts'
import { defined } from '../../src/text/defined.ts'

const root = join(import.meta.dirname, '../..')

describe('a schema of the catalog', () => {
  it('is created at its first use, together with its nested schemas', () => {
    const made: string[] = []
    const part = (name: string) => z.string().check(z.refine(() => made.push(name) > 0))
    const both = z.object({ first: part('first'), second: z.optional(part('second')) })

    expect(made).toEqual([])
    expect(both.safeParse({ first: 'a' }).success).toBe(true)
    expect(made).toEqual(['first'])
  })

  it.each([
    ['an object', { name: 'x', tags: ['a'], kind: 'one' }, true],
    ['a member that is missing', { tags: [], kind: 'one' }, false],
    ['a member of another kind', { name: 'x', tags: [1], kind: 'one' }, false],
    ['a value that is not in the list', { name: 'x', tags: [], kind: 'three' }, false],
    ['a text that is too long', { name: 'xxxxx', tags: [], kind: 'two' }, false],
    ['no object', 'x', false],
  ])('validates %s as zod does, with the same messages', (_what, value, isGood) => {
    const declare = (maker: typeof zod | typeof z) =>
      maker.object({
        name: maker.string().check(maker.minLength(1), maker.maxLength(3)),
        tags: maker.array(maker.string()),
        kind: maker.enum(['one', 'two']),
        page: maker._default(maker.number().check(maker.int(), maker.gte(1)), 1),
        note: maker.nullish(maker.union([maker.string(), maker.boolean()])),
      })
    const ours = declare(z).safeParse(value)

    expect(ours).toEqual(declare(zod).safeParse(value))
    expect(ours.success).toBe(isGood)
  })

  it.each([
    ['an object', z.object({ name: z.string() }), zod.object({ name: zod.string() })],
    ['a text', z.string(), zod.string()],
    ['a list', z.array(z.string()), zod.array(zod.string())],
  ])('has every member of %s in zod', (_what, ours, theirs) => {
    const names = new Set<string>()
    for (let part: unknown = theirs; part !== Object.prototype; part = Object.getPrototypeOf(part))
      for (const name of Object.getOwnPropertyNames(part)) names.add(name)

    expect(names.size).toBeGreaterThan(10)
    for (const name of names) expect(name in ours, name).toBe(true)
    expect(ours.clone().safeParse(null).success).toBe(false)
  })

  it('is a schema for zod, which converts it to JSON Schema, parses with it and accepts it inside another schema', () => {
    const name = z.string().check(z.minLength(1))

    expect(zod.toJSONSchema(z.object({ name }))).toEqual(
      zod.toJSONSchema(zod.object({ name: zod.string().check(zod.minLength(1)) })),
    )
    expect(zod.parse(zod.array(name), ['a'])).toEqual(['a'])
    expect(name.parse('a')).toBe('a')
    expect(name.def).toBe(name._zod.def)
    expect(name.type).toBe('string')
    expect(name['~standard'].vendor).toBe('zod')
  })
})

describe('the definition of a schema without zod', () => {
  const declared = endpoints.flatMap(({ id, params, query, body, response }) =>
    Object.entries({ params, query, body, response }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [{ what: `${id} ${part}`, schema }],
    ),
  )

  /** The schema itself and all that lies inside of it. */
  function within(schema: z.ZodMiniType): z.ZodMiniType[] {
    const { innerType, element, shape = {} } = z.definitionOf(schema)
    const inner = [innerType, element, ...Object.values(shape)].filter((one) => one !== undefined)
    return [schema, ...inner.flatMap(within)]
  }

  /** As zod keeps it, with schemas instead of their definitions. */
  function zodSays(schema: z.ZodMiniType): z.Definition {
    const { type, innerType, defaultValue, shape, entries, element }: z.Definition = schema._zod.def
    return defined({ type, innerType, defaultValue, shape, entries, element })
  }

  /** What our own makers made inside of it, as it is; what zod made there, by what it is. */
  const kinds = (definition: z.Definition) =>
    JSON.stringify(definition, (name, value: unknown) =>
      name !== '' && typeof value === 'object' && value !== null && '_zod' in value
        ? (value as z.ZodMiniType)._zod.def.type
        : value,
    )

  it.each(declared)('matches the definition in zod: $what', ({ schema }) => {
    for (const one of within(schema)) {
      expect(kinds(z.definitionOf(one))).toBe(kinds(zodSays(one)))
      expect(z.isRequired(one)).toBe(one._zod.optin === undefined)
    }
  })

  it('is read from zod if no builder defines it', () => {
    const text = z.pipe(
      z.string(),
      z.transform((value: string) => value.length),
    )

    expect(z.definitionOf(text).type).toBe('pipe')
    expect(z.isRequired(text)).toBe(true)
    expect(z.isRequired(z.union([z.string(), z.optional(z.number())]))).toBe(false)
  })
})

it('only one file imports zod', () => {
  const openers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /from '(?:zod|zod\/[\w/]+)'/.test(readFileSync(join(root, file), 'utf8')),
  )

  expect(openers).toEqual(['src/catalog/schema/zod.ts'])
})
