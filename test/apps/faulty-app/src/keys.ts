import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Config } from './config.ts'

/** One key for each use. */
export interface Keys {
  readonly token: Buffer
  readonly state: Buffer
  readonly session: Buffer
}

export function makeKeys({ tokenKey }: Config): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', Buffer.from(tokenKey, 'hex'), '', use, 32))
  return { token: derive('tokens'), state: derive('state'), session: derive('session') }
}

/** HMAC-SHA256 as lowercase hex. */
export function hmacHex(key: Buffer | string, ...parts: (string | Buffer)[]): string {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/** Equal in constant time; texts of different length are different. */
export function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** `payload.signature`, both readable only as a whole. */
export function signText(key: Buffer, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${hmacHex(key, payload)}`
}

/** What `signText` was given, or null for anything else. */
export function readSigned(key: Buffer, text: string): unknown {
  const [payload = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || !isSame(signature, hmacHex(key, payload))) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as unknown
}

/** An access token as it is kept: AES-256-GCM, bound to its install. */
export function seal(key: Buffer, owner: string, token: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

export function unseal(key: Buffer, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
