import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

import type { Config } from './config.ts'
import { signingKey } from './protocol/signing-key.ts'

/** The first one seals and signs; what any of them has sealed or signed is good. */
type Ring = readonly [KeyObject, ...KeyObject[]]

export interface Keys {
  /** Verifies what the platform signs. */
  readonly platform: KeyObject
  /** Encrypts access tokens in the database. */
  readonly token: Ring
  /** Signs the state of an install. */
  readonly state: Ring
  /** Signs the panel's session cookie. */
  readonly session: Ring
}

/** One key for each use, so that nothing signed for one can pass for another; and those of the former token key, as long as it is named. */
export function makeKeys({
  signingSecret,
  tokenKey,
  formerTokenKey,
}: Pick<Config, 'signingSecret' | 'tokenKey' | 'formerTokenKey'>): Keys {
  const derive = (from: string, use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(from, 'hex'), '', use, 32)))
  const ring = (use: string): Ring => [
    derive(tokenKey, use),
    ...(formerTokenKey === null ? [] : [derive(formerTokenKey, use)]),
  ]
  return {
    platform: signingKey(signingSecret),
    token: ring('access tokens v1'),
    state: ring('install state v1'),
    session: ring('panel session v1'),
  }
}
