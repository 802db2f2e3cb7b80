import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

import type { Config } from './config.ts'
import { signingKey } from './protocol/signing-key.ts'

export interface Keys {
  /** Verifies what the platform signs. */
  readonly platform: KeyObject
  /** Encrypts access tokens in the database. */
  readonly token: KeyObject
  /** Signs the state of an install. */
  readonly state: KeyObject
  /** Signs the panel's session cookie. */
  readonly session: KeyObject
}

/** One key for each use, so that nothing signed for one can pass for another. */
export function makeKeys({ signingSecret, tokenKey }: Pick<Config, 'signingSecret' | 'tokenKey'>): Keys {
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(tokenKey, 'hex'), '', use, 32)))
  return {
    platform: signingKey(signingSecret),
    token: derive('access tokens v1'),
    state: derive('install state v1'),
    session: derive('panel session v1'),
  }
}
