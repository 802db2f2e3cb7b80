import { expect, it } from 'vitest'

import { shownLine } from '../../../src/dev/processes/shown-line.ts'

const secret = `cs_${'0123456789abcdef'.repeat(4)}`
const hide = (text: string) => text.replaceAll(secret, '…')

it.each([8190, 8191, 8160, 8130])('shows no part of a secret that starts at character %i of a long line', (at) => {
  const text = `${'x'.repeat(at)}${secret}${'y'.repeat(4096 + 8192 - at - secret.length)}`

  expect(text).toHaveLength(8192 + 4096)
  for (const isCut of [true, false]) expect(shownLine({ text, isCut }, hide)).not.toContain('cs_')
})

it('shows no part of a secret if only its beginning was read', () => {
  const text = `${`${secret} `.repeat(182)}${'x'.repeat(80)}cs_0123456789abcdef`

  expect(shownLine({ text, isCut: true }, hide)).not.toContain('cs_')
})

it('shows a shorter line unchanged', () => {
  expect(shownLine({ text: `a ${secret} b`, isCut: false }, hide)).toBe('a … b')
})
