import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { defects } from './faulty-app/src/defects.ts'
import { variations } from './faulty-app/src/variations.ts'

const folder = join(import.meta.dirname, 'faulty-app/src')

/** The names that a function of the app's is asked for, by file. */
function namesIn(asked: 'faulty' | 'otherwise'): [name: string, file: string][] {
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(new RegExp(`'([a-z0-9-]+)'`, 'g'))].flatMap(([, name = '']): [string, string][] =>
      file !== 'defects.ts' && file !== 'variations.ts' && name in (asked === 'faulty' ? defects : variations)
        ? [[name, file]]
        : [],
    )
  })
}

it('makes each mistake of its table in the file that the table lists', () => {
  const made = namesIn('faulty')

  const missing = Object.entries(defects).filter(
    ([name, { bites }]) => !made.some(([at, file]) => at === name && file === bites),
  )
  expect(missing).toEqual([])
})

it('covers every area with enough mistakes', () => {
  const areas = Object.groupBy(Object.values(defects), ({ area }) => area)

  expect(Object.keys(areas).toSorted()).toEqual(
    'answer api bridge embed frame install lifecycle manifest money once secrets session signature web'.split(' '),
  )
  expect(Object.keys(defects).length).toBeGreaterThan(50)
})

it('contains each variation of its table in its code', () => {
  const made = new Set(namesIn('otherwise').map(([name]) => name))

  expect(Object.keys(variations).filter((name) => !made.has(name as keyof typeof variations))).toEqual([])
})
