import { createSecretKey, type KeyObject } from 'node:crypto'

/**
 * The HMAC key that belongs to a webhook signing secret: the bytes of its text in UTF-8, not the bytes that the hex would decode to.
 * The documents speak of no decoding; this is the one place that decides it, for webhooks and embed tokens alike.
 * Throws TypeError for an empty secret, because with it everybody could sign.
 */
export function signingKey(secret: string): KeyObject {
  if (secret === '') throw new TypeError('The signing secret is empty, so anyone could sign.')
  return createSecretKey(secret, 'utf8')
}

/** Whether the text has the shape of a webhook signing secret: 64 lowercase hex characters without a prefix. */
export function isSigningSecret(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}
