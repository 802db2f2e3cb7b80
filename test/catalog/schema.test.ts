import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as zod from 'zod/mini'

import * as z from '../../src/catalog/schema.ts'

const root = join(import.meta.dirname, '../..')

describe('a schema of the catalog', () => {
  it('is made at its first use, with all that lies inside of it', () => {
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
  ])('judges %s as zod does, in the same words', (_what, value, isGood) => {
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
  ])('has every member that %s of zod has', (_what, ours, theirs) => {
    const names = new Set<string>()
    for (let part: unknown = theirs; part !== Object.prototype; part = Object.getPrototypeOf(part))
      for (const name of Object.getOwnPropertyNames(part)) names.add(name)

    expect(names.size).toBeGreaterThan(10)
    for (const name of names) expect(name in ours, name).toBe(true)
    expect(ours.clone().safeParse(null).success).toBe(false)
  })

  it('is a schema to zod: a JSON Schema can be made of it, it can be parsed, and it lies inside of one of its own', () => {
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

it('zod is opened in one file', () => {
  const openers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /from '(?:zod|zod\/[\w/]+)'/.test(readFileSync(join(root, file), 'utf8')),
  )

  expect(openers).toEqual(['src/catalog/schema.ts'])
})
