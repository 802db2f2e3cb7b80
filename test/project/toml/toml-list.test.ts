import fc from 'fast-check'
import { parse } from 'smol-toml'
import { expect, it } from 'vitest'

import { setTomlValue } from '../../../src/project/toml/set-toml-value.ts'
import { editTomlList } from '../../../src/project/toml/toml-list.ts'

const list = `[
  "orders.read", # totals
  'products.read', # for later
  # money
  "coupons.read", "inventory.write", # stock
  "links.read"
]`

it.each([
  [
    'a word that goes takes its line and its comment along',
    ['orders.read', 'coupons.read', 'inventory.write', 'links.read'],
    `[
  "orders.read", # totals
  # money
  "coupons.read", "inventory.write", # stock
  "links.read"
]`,
  ],
  [
    'a word that shares its line goes alone',
    ['orders.read', 'products.read', 'coupons.read', 'links.read'],
    `[
  "orders.read", # totals
  'products.read', # for later
  # money
  "coupons.read", # stock
  "links.read"
]`,
  ],
  [
    'the first of a line leaves the indent',
    ['orders.read', 'inventory.write', 'links.read'],
    `[
  "orders.read", # totals
  # money
  "inventory.write", # stock
  "links.read"
]`,
  ],
  [
    'new words come last, a line each',
    ['orders.read', 'products.read', 'coupons.read', 'inventory.write', 'links.read', 'a.b', 'c.d'],
    `[
  "orders.read", # totals
  'products.read', # for later
  # money
  "coupons.read", "inventory.write", # stock
  "links.read",
  "a.b",
  "c.d",
]`,
  ],
])('%s', (_, wanted, text) => {
  expect(editTomlList(list, wanted)).toBe(text)
})

it.each([
  ['one line', '["a", "b"]', ['a']],
  ['numbers', '[\n  1,\n]', ['a']],
  ['nothing', '[\n]', ['a']],
  ['words in another order', '[\n  "a",\n  "b",\n]', ['b', 'a']],
  ['no word that stays', '[\n  "a",\n]', ['b']],
])('rewrites a list of %s', (_, text, wanted) => {
  expect(editTomlList(text, wanted)).toBeNull()
})

it('keeps a bracket after the last word in place', () => {
  expect(editTomlList('[ "a",\n  "b" ]', ['a', 'b', 'c'])).toBe('[ "a",\n  "b", "c" ]')
})

it('produces the requested list from any list, and keeps the comments of all remaining words', () => {
  const word = fc.stringMatching(/^[a-z#"',\]\\ ]{1,6}$/)
  const written = fc.tuple(
    fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
    fc.array(fc.constantFrom('\n  ', ' ', '\n', ' # a, "note"\n  '), { minLength: 14, maxLength: 14 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  fc.assert(
    fc.property(
      written,
      fc.uniqueArray(word, { maxLength: 6 }),
      fc.infiniteStream(fc.boolean()),
      (made, more, stays) => {
        const [words, gaps, newline, hasComma] = made
        const inner = words.map(
          (one, at) =>
            `${gaps[at * 2]}${JSON.stringify(one)}${at < words.length - 1 || hasComma ? ',' : ''}${gaps[at * 2 + 1]}`,
        )
        const text = `# first\nlist = [${inner.join('')}\n] # last\n`.replaceAll('\n', newline)
        const wanted = [...words.filter(() => stays.next().value), ...more.filter((one) => !words.includes(one))]

        const after = setTomlValue(text, ['list'], wanted)

        expect(parse(after)).toEqual({ list: wanted })
        expect(after).toMatch(/^# first\r?\nlist = \[/)
        expect(after).toMatch(/\] # last\r?\n$/)
      },
    ),
    { numRuns: 500 },
  )
})
