import { expect, it } from 'vitest'

import { limitOutput } from '../../../src/dev/processes/output-limit.ts'

function open() {
  const shown: string[] = []
  const sleeps: { readonly wake: () => void; readonly abort: () => void }[] = []
  const limit = limitOutput({
    sleep: () =>
      new Promise<void>((resolve, reject) => sleeps.push({ wake: resolve, abort: () => reject(new Error('over')) })),
    show: (line) => shown.push(line),
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    shown,
    flush: limit.flush,
    add: (count: number, line: (n: number) => string = String) => {
      for (let n = 1; n <= count; n++) limit.add(line(n))
    },
    /** The second is over. */
    pass: async () => {
      sleeps.shift()?.wake()
      await settled()
    },
    interrupt: async () => {
      sleeps.shift()?.abort()
      await settled()
    },
    waiting: () => sleeps.length,
  }
}

it('shows a thousand lines of a second immediately, then the number omitted and the newest twenty', async () => {
  const { shown, add, pass } = open()

  add(1500)
  expect(shown).toHaveLength(1000)
  await pass()

  expect(shown.slice(1000)).toEqual(['… 480 lines left out', ...Array.from({ length: 20 }, (_, n) => String(1481 + n))])
})

it('shows a hundred lines per further second of a flood, until a second stays within the limit', async () => {
  const { shown, add, pass, waiting } = open()
  add(1021)
  await pass()
  expect(shown[1000]).toBe('… 1 line left out')

  shown.length = 0
  add(200)
  expect(shown).toHaveLength(100)
  await pass()
  await pass()
  expect(waiting()).toBe(0)

  shown.length = 0
  add(1000)
  expect(shown).toHaveLength(1000)
})

it('omits nothing for a few lines more than a thousand', async () => {
  const { shown, add, pass } = open()

  add(1020)
  await pass()

  expect(shown).toEqual(Array.from({ length: 1020 }, (_, n) => String(n + 1)))
})

it('counts a long line once more per thousand characters', () => {
  const { shown, add } = open()

  add(300, () => 'x'.repeat(4000))

  expect(shown).toHaveLength(200)
})

it.each(['the program ends', 'everything ends'])('shows held output when %s', async (when) => {
  const { shown, add, flush, interrupt } = open()
  add(1001)
  expect(shown.at(-1)).toBe('1000')

  if (when === 'the program ends') flush()
  else await interrupt()

  expect(shown.at(-1)).toBe('1001')
})
