import type { SeededRandom } from '../../../../src/emulator/seed/random.ts'
import type { Schema } from './document.ts'

/** Values that stood in earlier answers, by the name of their field: ids that are there, digests that are fresh. */
export type Pool = Map<string, unknown[]>

export interface Source {
  readonly random: SeededRandom
  readonly pool: Pool
}

/** One value in this many is replaced by a hostile one; 0 for none. */
export type Hostility = number

const raw = (source: string) => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source)

const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  2 ** 53,
  raw('9007199254740993'),
  raw('99999999999999999999999999'),
  raw('-9223372036854775809'),
  raw('1e308'),
  raw('1e999'),
  raw('1e-400'),
  raw('0.10000000000000000000000000000000000001'),
  raw(`0.${'1'.repeat(3000)}`),
  raw('1'.repeat(3000)),
  '',
  ' ',
  '0',
  '1',
  'null',
  "'; DROP TABLE products; --",
  '" OR 1=1 --',
  '%',
  '_',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: 1',
  '\u001b[2J',
  '\u202e',
  '\ud800',
  '😀',
  'é'.normalize('NFD'),
  'İ',
  '../../../etc/passwd',
  '..\\..',
  '%2e%2e%2f',
  '<script>alert(1)</script>',
  '${7*7}',
  '__proto__',
  'constructor',
  'x'.repeat(31),
  'x'.repeat(101),
  'x'.repeat(2001),
  'x'.repeat(100_000),
  '2026-02-30T25:61:61Z',
  '2026-01-01T00:00:00Z|1',
  '0000-01-01T00:00:00Z',
  [],
  [null],
  [[]],
  {},
  { $gt: '' },
  { id: raw('1e400') },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  nested(60),
  nested(200),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any of the things that a faulty or evil caller may send. */
export function hostileValue({ random }: Source): unknown {
  return hostile[random.below(hostile.length)]
}

interface At {
  readonly name: string
  readonly source: Source
  readonly oneIn: Hostility
}

/** A value for a schema: mostly one that it allows, in part one that was seen before, sometimes a hostile one. */
export function valueFor(schema: Schema, at: At): unknown {
  const { random, pool } = at.source
  if (at.oneIn > 0 && random.below(at.oneIn) === 0) return hostileValue(at.source)
  const seen = isScalar(schema) ? (pool.get(at.name) ?? []) : []
  if (seen.length > 0 && random.below(2) === 0) return pickSeen(seen, random)
  return allowedValue(schema, at)
}

/** Half of the time the newest: what the last answer said belongs together. */
export function pickSeen(seen: readonly unknown[], random: SeededRandom): unknown {
  return random.below(2) === 0 ? seen[0] : seen[random.below(seen.length)]
}

function allowedValue(schema: Schema, at: At): unknown {
  const { random } = at.source
  const only = schema.const ?? schema.enum?.[random.below(schema.enum.length)]
  if (only !== undefined) return only
  const shapes = schema.anyOf ?? schema.oneOf
  if (shapes !== undefined) return valueFor(shapes[random.below(shapes.length)] ?? {}, at)
  return ofType(typeOf(schema, random), schema, at)
}

function typeOf({ type = 'null' }: Schema, random: SeededRandom): string {
  const types = [type].flat()
  return types[random.below(types.length)] ?? 'null'
}

function isScalar({ type, anyOf, oneOf }: Schema): boolean {
  return anyOf === undefined && oneOf === undefined && !['object', 'array'].includes([type].flat()[0] ?? '')
}

function ofType(type: string, schema: Schema, at: At): unknown {
  const { random } = at.source
  switch (type) {
    case 'object':
      return objectFor(schema, at)
    case 'array': {
      const least = schema.minItems ?? 0
      const count = least + random.below(random.below(20) === 0 ? 6 : 3)
      return Array.from({ length: count }, () =>
        valueFor(schema.items ?? {}, { ...at, name: at.name.replace(/s$/, '') }),
      )
    }
    case 'integer':
      return numberFor(schema, random)
    case 'number':
      return random.below(2) === 0 ? numberFor(schema, random) : numberFor(schema, random) + random.below(100) / 100
    case 'boolean':
      return random.below(3) > 0
    case 'string':
      return textFor(schema, random)
    default:
      return null
  }
}

function objectFor(schema: Schema, { source, oneIn }: At): unknown {
  const { random } = source
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) =>
      schema.required?.includes(name) === true ? oneIn === 0 || random.below(40) > 0 : random.below(2) === 0,
    )
    .map(([name, field]): [string, unknown] => [name, valueFor(field, { name, source, oneIn })])
  const extra: [string, unknown][] =
    typeof schema.additionalProperties === 'object' || schema.properties === undefined
      ? [[random.pick(['tr', 'en', 'de', 'color', 'x']), random.pick(['Kırmızı', 'Red', 'red', '1'])]]
      : []
  const unknown: [string, unknown][] = random.below(20) === 0 ? [['unknownField', hostileValue(source)]] : []
  return Object.fromEntries([...entries, ...extra, ...unknown])
}

/** The bounds and what is next to them on the allowed side, and small numbers, which ids often are. */
function numberFor({ minimum = 0, maximum = 1000 }: Schema, random: SeededRandom): number {
  const within = [minimum, minimum + 1, maximum, maximum - 1].filter((value) => value >= minimum && value <= maximum)
  if (random.below(4) === 0) return within[random.below(within.length)] ?? minimum
  return Math.min(maximum, minimum + random.below(60))
}

const words = [
  'a',
  'Red',
  'shirt',
  'ref-1',
  'ref-2',
  'ref-3',
  '8690000000017',
  'paid',
  'A',
  'P',
  'TRY',
  'EUR',
  'TR',
  'cod_fee',
  'color',
  'size',
]

function textFor({ format, minLength = 0, maxLength = 200, examples = [] }: Schema, random: SeededRandom): string {
  if (format === 'date-time')
    return random.pick(['2026-01-01T00:00:00Z', '2020-06-30T23:59:59.999Z', '2030-01-01T00:00:00Z'])
  const [example] = examples
  if (typeof example === 'string' && random.below(2) === 0) return example
  const edge = random.below(8)
  if (edge === 0) return 'x'.repeat(Math.max(minLength, 1))
  if (edge === 1) return 'x'.repeat(Math.min(maxLength, 5000))
  return words[random.below(words.length)] ?? 'a'
}

/** Puts the plain values of an answer into the pool, the newest first, a few of each name. */
export function remember(pool: Pool, body: unknown, name = ''): void {
  if (Array.isArray(body)) {
    for (const row of body.slice(0, 20)) remember(pool, row, name.replace(/s$/, ''))
  } else if (typeof body === 'object' && body !== null) {
    for (const [field, value] of Object.entries(body)) remember(pool, value, field)
  } else if (typeof body === 'string' || typeof body === 'number') {
    const seen = pool.get(name) ?? []
    pool.set(name, [body, ...seen.filter((other) => other !== body)].slice(0, 30))
  }
}
