import { hmacKey, type WebKey } from '../protocol/web/hmac.ts'
import type { Config } from './config.ts'

/** The first key seals and signs. Texts sealed or signed with any of them are valid. */
export type Ring = readonly [WebKey, ...WebKey[]]

export interface Keys {
  /** Encrypts access tokens and event bodies in the database. */
  readonly token: Ring
  /** Signs the state of an install. */
  readonly state: Ring
  /** Signs panel sessions and forms. */
  readonly session: Ring
}

/**
 * Derives a separate key per use, so that a text signed for one use is invalid for others. Labels
 * match the templates before the kit.
 */
export async function createKeys({ tokenKeys: [current, ...former] }: Pick<Config, 'tokenKeys'>): Promise<Keys> {
  const ring = async (use: string, imported: (bytes: Bytes) => Promise<WebKey>): Promise<Ring> => {
    const one = async (key: string) => imported(await derive(key, use))
    return [await one(current), ...(await Promise.all(former.map(one)))]
  }
  const [token, state, session] = await Promise.all([
    ring('access tokens v1', aesKey),
    ring('install state v1', hmacKey),
    ring('panel session v1', hmacKey),
  ])
  return { token, state, session }
}

type Bytes = Uint8Array<ArrayBuffer>

function aesKey(bytes: Bytes): Promise<WebKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function derive(hex: string, use: string): Promise<Bytes> {
  const secret = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(use)
  const salt = new Uint8Array()
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, root, 256))
}
