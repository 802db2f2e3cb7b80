import { Buffer } from 'node:buffer'
import { createHmac, hash as digest } from 'node:crypto'

/** Hash names of node:crypto. The output length shows which one was used. */
export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** How a signature is computed: the hashed parts, their order, and the key. The signature itself shows its encoding. */
export interface Recipe {
  readonly key: string | Uint8Array
  readonly topic: string
  readonly store: string
  /** Text, because text is signed. */
  readonly timestamp: string
  readonly body: Uint8Array
  /** Joins the four parts. */
  readonly join: (parts: Pick<Recipe, 'topic' | 'store' | 'timestamp' | 'body'>) => readonly (string | Uint8Array)[]
  /** Use of the key: HMAC, or a plain hash of the text with the key before it, after it or missing; `swapped` is HMAC with the text as key. */
  readonly mac: 'hmac' | 'key-first' | 'key-last' | 'no-key' | 'swapped'
  readonly hash: HashName
}

/** Returns the platform's own recipe (HOOK-004): topic, LF, store id, LF, timestamp, LF, raw body; HMAC-SHA256 keyed with the text of the secret. */
export function documentedRecipe(facts: Pick<Recipe, 'key' | 'topic' | 'store' | 'timestamp' | 'body'>): Recipe {
  return {
    ...facts,
    join: ({ topic, store, timestamp, body }) => [`${topic}\n${store}\n${timestamp}\n`, body],
    mac: 'hmac',
    hash: 'sha256',
  }
}

/** Returns the bytes that a recipe produces. */
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
