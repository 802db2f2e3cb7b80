import { expect, it } from 'vitest'

import { requestToken } from '../../src/protocol/request-token.ts'

it.each([
  ['good', 'bad', 'good'],
  ['bad', 'good', 'bad'],
  [undefined, 'good', 'good'],
  ['good', undefined, 'good'],
  ['', 'good', 'good'],
  [' ', 'good', 'good'],
  [null, null, undefined],
  ['', undefined, undefined],
  [undefined, '', ''],
])('EMB-115 of header %j and query %j the token is %j', (header, query, token) => {
  expect(requestToken({ header, query })).toBe(token)
})
