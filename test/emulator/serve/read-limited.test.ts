import { expect, it } from 'vitest'

import { readLimited } from '../../../src/emulator/serve/read-limited.ts'

const LIMIT = 10

/** A body in pieces of four bytes, without a stated length. */
function chunked(bytes: number) {
  let left = bytes
  const body = new ReadableStream({
    pull: (controller) => {
      if (left === 0) return controller.close()
      const size = Math.min(4, left)
      left -= size
      controller.enqueue(new Uint8Array(size).fill(120))
    },
  })
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, duplex: 'half' })
  return { read: readLimited(request, { 'transfer-encoding': 'chunked' }, LIMIT), left: () => left }
}

it.each([
  [0, false],
  [9, false],
  [10, false],
  [11, true],
  [1000, true],
])('keeps no bytes of a chunked body of %i bytes beyond a limit of 10 (T14)', async (bytes, isCut) => {
  const { read, left } = chunked(bytes)

  const { request, isCut: cut } = await read

  expect([cut, await request.text(), left()]).toEqual([isCut, isCut ? '' : 'x'.repeat(bytes), 0])
  expect(request.headers.get('content-length')).toBe(isCut ? '11' : null)
})

it.each([
  [10, false],
  [11, true],
])('trusts a stated length of %i, and does not read a body above the limit (T14)', async (bytes, isCut) => {
  const sent = new Request('http://127.0.0.1/', { method: 'POST', body: 'x'.repeat(bytes) })

  const { request, isCut: cut } = await readLimited(sent, { 'content-length': String(bytes) }, LIMIT)

  expect([cut, await request.text(), sent.bodyUsed]).toEqual([isCut, isCut ? '' : 'x'.repeat(bytes), !isCut])
})
