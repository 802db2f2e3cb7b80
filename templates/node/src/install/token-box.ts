import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

export interface Box {
  /** The first one seals, any of them opens. */
  readonly keys: readonly [KeyObject, ...KeyObject[]]
  /** What the token belongs to; a token moved to another row does not open. */
  readonly owner: string
}

/** An access token, encrypted by AES-256-GCM, as text. */
export function sealToken({ keys: [key], owner }: Box, token: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The token again, or null when it was sealed with a key that is not among these, or the text was changed. */
export function openToken({ keys, owner }: Box, sealed: string): string | null {
  for (const key of keys) {
    const token = openWith(key, owner, sealed)
    if (token !== null) return token
  }
  return null
}

function openWith(key: KeyObject, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
