import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { displayWidth } from '../../src/terminal/width.ts'
import { wrap } from '../../src/terminal/wrap.ts'

describe('wrap', () => {
  it('wraps at words and indents the following lines', () => {
    expect(wrap('Error: the store has no region that this token may see.', 30, '  ')).toBe(
      ['Error: the store has no region', '  that this token may see.'].join('\n'),
    )
  })

  it('keeps the indentation of a list and existing line endings', () => {
    expect(wrap('Try this:\n  * one two three four five six', 24, '  ')).toBe(
      ['Try this:', '  * one two three four', '    five six'].join('\n'),
    )
  })

  it.each([
    'https://loyalty-dev.example.com/auth/callback?code=1234567890',
    '/home/somebody/projects/loyalty/app.schema.json',
    '`app store open --name Demo --seed small`',
    '"app emulator settings set deliveries.retries 5"',
    "'app call raw GET /api/apps/v1/orders --region all'",
    '(--tunnel quick,',
  ])('never breaks %s', (whole) => {
    const lines = wrap(`The answer came from ${whole}, which is another place.`, 30).split('\n')

    expect(lines.some((line) => line.includes(whole))).toBe(true)
  })

  it('does not treat an apostrophe as a quote', () => {
    expect(wrap("The app's own key and the store's own key differ here.", 30)).toBe(
      "The app's own key and the\nstore's own key differ here.",
    )
  })

  it('leaves a text unchanged in a pipe and on a terminal that is too narrow', () => {
    const text = 'word '.repeat(40)

    expect(wrap(text, 0)).toBe(text)
    expect(wrap(text, 10)).toBe(text)
  })

  it('counts display width', () => {
    for (const line of wrap('東京 '.repeat(20).trim(), 21).split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(21)
  })

  it('loses no word, and exceeds the width only if a line cannot be wrapped', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,15}$/), { minLength: 1 }), (words) => {
        const wrapped = wrap(words.join(' '), 20, '  ')
        expect(wrapped.split(/\s+/).filter((word) => word !== '')).toEqual(words)
        for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(20)
      }),
    )
  })
})
