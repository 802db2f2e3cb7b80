import { Buffer, isUtf8 } from 'node:buffer'

import { indentJson } from '../text/indent-json.ts'
import { parseJson, type ParsedJson } from '../text/json.ts'

/** A body in readable form. */
export interface BodyText {
  readonly bytes: number
  /** Body as it arrived, decoded as UTF-8. */
  readonly raw: string
  /** False if some bytes are not UTF-8. These appear as U+FFFD in `raw`. */
  readonly isText: boolean
  /** Indented, with every value as it was written. Null if the body is not JSON or is nested too deeply. */
  readonly pretty: string | null
}

export function bodyText(body: Uint8Array): BodyText {
  const { raw, parsed } = readBody(body)
  return {
    bytes: body.byteLength,
    raw,
    isText: isUtf8(body),
    pretty: parsed.ok ? indentJson(raw) : null,
  }
}

/** Returns a body's text and its JSON, with every digit of ids above 2^53. */
export function readBody(body: Uint8Array): { readonly raw: string; readonly parsed: ParsedJson } {
  const raw = Buffer.from(body).toString('utf8')
  return { raw, parsed: parseJson(raw) }
}
