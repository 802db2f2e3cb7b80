import { expect, it } from 'vitest'

import { bareOrigin } from '../../src/text/origins/bare-origin.ts'

it.each([
  ['https://api.example', 'https://api.example'],
  ['https://API.example/', 'https://api.example'],
  [' http://127.0.0.1:4800/ ', 'http://127.0.0.1:4800'],
  ['https://api.example/api/apps/v1', null],
  ['https://api.example//', null],
  ['https://api.example/?a', null],
  ['https://user@api.example/', null],
  ['api.example', null],
  ['', null],
])('reads the origin of %j as %j', (text, origin) => {
  expect(bareOrigin(text)).toBe(origin)
})
