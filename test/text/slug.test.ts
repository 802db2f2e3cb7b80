import { expect, it } from 'vitest'

import { slugOf } from '../../src/text/slug.ts'

it.each([
  ['Bags', 'bags'],
  ['Çanta & Cüzdan', 'canta-cuzdan'],
  ['IŞIK, ışık, İLK', 'isik-isik-ilk'],
  ['  Größe  XL--2 ', 'gro-e-xl-2'],
  ['../../etc/passwd', 'etc-passwd'],
  ["x'; DROP TABLE categories; --", 'x-drop-table-categories'],
  ['تصنيف', ''],
  ['', ''],
])('%j becomes %j', (text, slug) => {
  expect(slugOf(text, 40)).toBe(slug)
})

it('truncates a long text, without a hyphen at its end (B31)', () => {
  expect(slugOf('abcd efgh', 9)).toBe('abcd-efgh')
  expect(slugOf('abcd efgh', 5)).toBe('abcd')
  expect(slugOf('-'.repeat(1_000_000), 80)).toBe('')
})
