import type { Bench } from '../bench/bench.ts'
import { signEmbedText } from '../bench/embed-token.ts'
import type { Place } from '../bench/place.ts'

/** Fields of a payload, in the platform's spelling; a check writes what it likes into them. */
export type TokenFields = Readonly<Record<string, unknown>>

/** The fields of a genuine token for the install at this place. */
export function tokenFields(bench: Bench, place: Place): TokenFields {
  const [payload = ''] = bench.embedToken(place).split('.')
  // Made by the bench just now.
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as TokenFields
}

/** The base64url text of a payload, which is what is signed. */
export function payloadText(fields: TokenFields | string): string {
  return Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields)).toString('base64url')
}

/** A token of any payload, signed with any key. */
export function signedToken(key: string | Uint8Array, fields: TokenFields | string): string {
  const payload = payloadText(fields)
  return `${payload}.${signEmbedText(key, payload)}`
}

/** A genuine token of this place, with other values of some fields. */
export function genuineToken(bench: Bench, place: Place, changes: TokenFields = {}): string {
  return bench.embedToken(place, { payload: changes })
}
