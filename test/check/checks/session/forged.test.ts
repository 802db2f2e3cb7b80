import { expect, it } from 'vitest'

import { forgeries } from '../../../../src/check/checks/session/forged.ts'
import type { InstallPlace } from '../../../../src/check/harness/install-place.ts'
import { readSetCookie } from '../../../../src/http/set-cookie.ts'

const place = (id: number, code: string, region: number) =>
  ({ store: { id, code }, region: { id: region } }) as unknown as InstallPlace
const [from, to] = [place(1001, 'check-a', 7), place(1002, 'check-b', 10)]

function forgedValues(...values: readonly string[]): string[][] {
  const cookies = values.flatMap((value, at) => readSetCookie(`c${at}=${value}`) ?? [])
  return forgeries({ place: from, cookies }, { place: to }).map((forged) => forged.map(({ value }) => value))
}

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64url')

/** Like base64 of bytes that hold ` 7 `, the region's id. */
const signature = base64(Uint8Array.of(0xff, 0x20, 0x37, 0x20, 0xfe, 0x01))

it('changes the ids as text, whatever the signature next to them decodes to (EMB-108)', () => {
  expect(forgedValues(`1001.7.${signature}`)).toContainEqual([`1002.10.${signature}`])
})

it('changes the ids inside base64 and as text, each as a separate forgery (EMB-108)', () => {
  const [secret, other] = [base64('{"store":1001}'), base64('{"store":1002}')]
  expect(forgedValues(`1001.${secret}`)).toEqual(expect.arrayContaining([[`1001.${other}`], [`1002.${secret}`]]))
})

it('leaves a cookie without ids unchanged next to a changed cookie (EMB-108)', () => {
  expect(forgedValues('opaque', '1001-7')).toContainEqual(['opaque', '1002-10'])
  expect(forgedValues('opaque')).toEqual([])
})
