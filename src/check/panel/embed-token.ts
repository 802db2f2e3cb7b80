import { signEmbedText } from '../harness/embed-token.ts'
import type { Harness } from '../harness/harness.ts'
import type { InstallPlace } from '../harness/install-place.ts'

/** Payload fields, in the platform's spelling; a check may write any value into them. */
export type TokenFields = Readonly<Record<string, unknown>>

/** Returns the fields of a genuine token for this install. */
export function tokenFields(harness: Harness, place: InstallPlace): TokenFields {
  const [payload = ''] = harness.embedToken(place).split('.')
  // The test harness has just created it.
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as TokenFields
}

/** Returns the signed text: the payload as base64url. */
export function payloadText(fields: TokenFields | string): string {
  return Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields)).toString('base64url')
}

/** Creates a token with any payload, signed with any key. */
export function signedToken(key: string | Uint8Array, fields: TokenFields | string): string {
  const payload = payloadText(fields)
  return `${payload}.${signEmbedText(key, payload)}`
}

/** Creates a genuine token for this store and region, except for the changed fields. */
export function genuineToken(harness: Harness, place: InstallPlace, changes: TokenFields = {}): string {
  return harness.embedToken(place, { payload: changes })
}
