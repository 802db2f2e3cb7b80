import { Buffer } from 'node:buffer'
import { createHmac, hash as digest } from 'node:crypto'

/** Names of node:crypto. Which one it was shows by the length of what it gave. */
export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** How a signature is made: what goes into the hash, in which order, and with which key. How the result is written is read off the signature itself. */
export interface Recipe {
  readonly key: string | Uint8Array
  readonly topic: string
  readonly store: string
  /** As text: what is signed is text. */
  readonly timestamp: string
  readonly body: Uint8Array
  /** Puts the four parts together. */
  readonly join: (parts: Pick<Recipe, 'topic' | 'store' | 'timestamp' | 'body'>) => readonly (string | Uint8Array)[]
  /** What the key does: HMAC, or a plain hash of the text with the key in front of it, behind it or nowhere; `swapped` is HMAC with the text as key. */
  readonly mac: 'hmac' | 'key-first' | 'key-last' | 'no-key' | 'swapped'
  readonly hash: HashName
}

/** The platform's own way (HOOK-004): topic, LF, store id, LF, timestamp, LF, raw body; HMAC-SHA256 keyed with the text of the secret. */
export function documentedRecipe(facts: Pick<Recipe, 'key' | 'topic' | 'store' | 'timestamp' | 'body'>): Recipe {
  return {
    ...facts,
    join: ({ topic, store, timestamp, body }) => [`${topic}\n${store}\n${timestamp}\n`, body],
    mac: 'hmac',
    hash: 'sha256',
  }
}

/** The bytes that a recipe gives. */
export function signBy({ key, join, mac, hash, ...parts }: Recipe): Buffer {
  const text = Buffer.concat(join(parts).map(bytesOf))
  const secret = bytesOf(key)
  if (mac === 'hmac') return hmac(hash, secret, text)
  if (mac === 'swapped') return hmac(hash, text, secret)
  if (mac === 'key-first') return digest(hash, Buffer.concat([secret, text]), 'buffer')
  if (mac === 'key-last') return digest(hash, Buffer.concat([text, secret]), 'buffer')
  return digest(hash, text, 'buffer')
}

function hmac(hash: HashName, key: Uint8Array, text: Uint8Array): Buffer {
  return createHmac(hash, key).update(text).digest()
}

function bytesOf(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part, 'utf8') : part
}
