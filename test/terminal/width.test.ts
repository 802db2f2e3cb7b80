import { expect, it } from 'vitest'

import { cutTo, displayWidth } from '../../src/terminal/width.ts'

it.each([
  ['a plain text', 'app.acme.loyalty', 16],
  ['Latin letters with marks', 'Çağrı Ünüvar', 12],
  ['a letter and its mark apart', 'e\u0301', 1],
  ['CJK', '東京', 4],
  ['Thai with marks above', 'กิ', 1],
  ['Hebrew with a point', 'בּ', 1],
  ['a flag', '🇹🇷', 2],
  ['a family', '👨‍👩‍👧‍👦', 2],
  ['a skin tone', '👍🏽', 2],
  ['a keycap', '1️⃣', 2],
  ['an emoji of the basic plane', '⭐', 2],
  ['a check mark', '✓', 1],
  ['a soft hyphen', 'a\u00adb', 2],
  ['a joiner alone', 'a\u200d', 1],
  ['the marks of our own words', '–…←→↻│✓✗➜', 9],
  ['a mark made an emoji', '✓\ufe0f✔️', 3],
  ['our own colours', '\u001b[31mrot\u001b[39m 東', 6],
])('returns the display width of %s', (_what, text, width) => {
  expect(displayWidth(text)).toBe(width)
})

it('truncates between characters as a reader sees them', () => {
  expect(cutTo('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 5)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…')
  expect(cutTo('東京都', 4)).toBe('東…')
  expect(cutTo('one two three', 9)).toBe('one two…')
  expect(cutTo('short', 5)).toBe('short')
})
