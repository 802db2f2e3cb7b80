import type { IncomingMessage } from 'node:http'

import { messages } from '../../catalog/errors.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { parseJson } from '../../text/json.ts'
import { createBodyReader, type BodyReader } from '../body-reader.ts'

/** Far above what three short texts need. */
const limits = { bodyBytes: 16 * 1024, bodyMs: 30_000, bodies: 32, heldBytes: 256 * 1024 } as const

/** An exchange that may be sent to the platform. */
export interface ExchangeRequest {
  readonly body: Uint8Array
  /** Digest of the code, which is valid once and never stored; null for a request without a code. */
  readonly codeDigest: string | null
}

export type ExchangeVerdict =
  | { readonly ok: true; readonly exchange: ExchangeRequest }
  | { readonly ok: false; readonly status: number; readonly message: string }

export type ExchangeReader = (incoming: IncomingMessage) => Promise<ExchangeVerdict | null>

/**
 * Reads token exchanges and decides whether they belong to this app. The gateway itself rejects an exchange
 * with another client id or without one, because the platform allows one address 30 exchanges a minute, and
 * forged ones would lock the developer out (docs/decisions/0020). Null if the sender disconnected.
 */
export function createExchangeReader(clientId: () => string | null): ExchangeReader {
  const read = createBodyReader(limits)
  return async (incoming) => {
    const body = await read(incoming)
    return body === 'gone' ? null : judge(body, clientId())
  }
}

function judge(body: Exclude<Awaited<ReturnType<BodyReader>>, 'gone'>, clientId: string | null): ExchangeVerdict {
  if (typeof body === 'string') return rejected(body === 'too-large' ? 413 : 408, 'The exchange request is incomplete.')
  const fields = fieldsOf(body)
  const given = fields['clientId']
  // The platform's own message, because the platform would send it to the app too.
  if (typeof given !== 'string' || given === '') return rejected(400, messages.exchangeFieldsMissing)
  if (clientId === null) return rejected(503, 'The app is not registered yet.')
  if (given !== clientId) {
    return rejected(403, "The client id does not match this app's SVCAPP_CLIENT_ID. Nothing was sent to the platform.")
  }
  const code = fields['code']
  return { ok: true, exchange: { body, codeDigest: typeof code === 'string' ? digestSecret(code) : null } }
}

function fieldsOf(body: Uint8Array): Readonly<Record<string, unknown>> {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  // An object of any type reads as a record of unknown values.
  return parsed.ok && typeof parsed.value === 'object' ? ((parsed.value ?? {}) as Record<string, unknown>) : {}
}

function rejected(status: number, message: string): ExchangeVerdict {
  return { ok: false, status, message }
}
