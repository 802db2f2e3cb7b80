import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'

/** How a signature is made: what goes into the HMAC, in which order, with which key, and how the result is written. */
export interface Recipe {
  readonly key: string | Uint8Array
  readonly topic: string
  readonly store: string
  /** As text: what is signed is text. */
  readonly timestamp: string
  readonly body: Uint8Array
  /** Puts the four parts together. */
  readonly join: (parts: Omit<Recipe, 'key' | 'join' | 'write'>) => readonly (string | Uint8Array)[]
  readonly write: 'hex' | 'base64' | 'base64url'
}

/** The platform's own way (HOOK-004): topic, LF, store id, LF, timestamp, LF, raw body; keyed with the text of the secret; lowercase hex. */
export function documentedRecipe(facts: Pick<Recipe, 'key' | 'topic' | 'store' | 'timestamp' | 'body'>): Recipe {
  return {
    ...facts,
    join: ({ topic, store, timestamp, body }) => [`${topic}\n${store}\n${timestamp}\n`, body],
    write: 'hex',
  }
}

/** The signature that a recipe gives. */
export function signBy({ key, join, write, ...parts }: Recipe): string {
  const hmac = createHmac('sha256', key)
  for (const part of join(parts)) hmac.update(typeof part === 'string' ? Buffer.from(part, 'utf8') : part)
  return hmac.digest(write)
}
