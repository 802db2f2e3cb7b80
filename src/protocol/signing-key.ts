import { createSecretKey, type KeyObject } from 'node:crypto'

/**
 * Returns the HMAC key of a webhook signing secret: the bytes of its text in UTF-8, not the decoded
 * hex. The documentation mentions no decoding; only this function decides it, for webhooks and
 * embed tokens. Throws TypeError for an empty secret, because then anyone could sign.
 */
export function signingKey(secret: string): KeyObject {
  if (secret === '') throw new TypeError('The signing secret is empty, so anyone could sign.')
  return createSecretKey(secret, 'utf8')
}

/** Returns whether the text looks like a webhook signing secret: 64 lowercase hex characters without a prefix. */
export function isSigningSecret(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}
