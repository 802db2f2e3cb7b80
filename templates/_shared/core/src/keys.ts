import type { Config } from './config.ts'
import { hmacKey, signingKey, type WebKey } from './protocol/web/hmac.ts'

export interface Keys {
  /** Verifies what the platform signs. */
  readonly platform: WebKey
  /** Encrypts access tokens in the database. */
  readonly token: WebKey
  /** Signs the state of an install. */
  readonly state: WebKey
  /** Signs the panel's session cookie, and its forms. */
  readonly session: WebKey
}

/** One key for each use, so that nothing signed for one can pass for another. */
export async function makeKeys({ signingSecret, tokenKey }: Pick<Config, 'signingSecret' | 'tokenKey'>): Promise<Keys> {
  const secret = Uint8Array.from(tokenKey.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const derive = async (use: string) => {
    const info = new TextEncoder().encode(use)
    const salt = new Uint8Array()
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, root, 256))
  }
  const [platform, token, state, session] = await Promise.all([
    signingKey(signingSecret),
    derive('access tokens v1').then((bytes) =>
      crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
    ),
    derive('install state v1').then(hmacKey),
    derive('panel session v1').then(hmacKey),
  ])
  return { platform, token, state, session }
}
