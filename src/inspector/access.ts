import type { IncomingMessage } from 'node:http'

import { isForThisMachine, isFromAnotherPage, isTunnelled } from '../http/own-host.ts'
import { isSameSecret } from '../http/same-secret.ts'

/** Reason for rejecting a request. */
export interface Denied {
  readonly status: 400 | 401 | 403 | 404 | 405 | 415
  readonly message: string
}

/** Creates a token of 128 random bits. Its address fits on one terminal line, and secret scanners do not mistake it for a signing secret. */
export function newToken(randomBytes: (size: number) => Buffer): string {
  return randomBytes(16).toString('base64url')
}

/** Rejects requests for another listener: with another host name (T5), with two Host headers, or through a tunnel (T13). */
export function denyStranger(incoming: IncomingMessage): Denied | null {
  if ((incoming.headersDistinct['host']?.length ?? 0) !== 1)
    return denied(400, 'The request needs exactly one Host header.')
  if (isTunnelled(incoming)) return denied(404, 'Not found.')
  if (!isForThisMachine(incoming)) return denied(403, 'The inspector accepts requests from this machine only.')
  return null
}

/**
 * Rejects an API request from another page (T4, T6, T8) or without the token (T7, T19). With null,
 * no token is required. Runs before any part of the request is read.
 */
export function denyApi(incoming: IncomingMessage, token: string | null): Denied | null {
  const { headers, headersDistinct } = incoming
  if (isFromAnotherPage(incoming)) return denied(403, 'Requests from other pages are rejected.')
  if (token !== null && !holdsToken(headersDistinct['authorization'] ?? [], token)) {
    return denied(401, 'The token is missing or invalid. For a new link, run `app open inspector`.')
  }
  if (incoming.method === 'POST' && !isJson(headers['content-type']))
    return denied(415, 'The Content-Type must be application/json.')
  return null
}

function holdsToken(values: readonly string[], token: string): boolean {
  const [value = ''] = values
  const given = value.startsWith('Bearer ') ? value.slice('Bearer '.length) : ''
  return values.length === 1 && isSameSecret(given, token)
}

/** A form of another page can send three content types without a preflight. JSON is not one of them (T8). */
function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/json\s*(?:;|$)/i.test(type)
}

function denied(status: Denied['status'], message: string): Denied {
  return { status, message }
}
