import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  /** The longest body. */
  readonly bodyBytes: number
  /** From the first header to the last byte of the body. */
  readonly bodyMs: number
  /** Bodies that are read at one time. */
  readonly bodies: number
  /** What of all of them is held in memory at one time. */
  readonly heldBytes: number
}

/** The raw bytes, never inflated; or why there are none. `gone`: the sender hung up, nobody waits for an answer. */
export type ReadBody = Buffer | 'too-large' | 'too-slow' | 'gone'

export type BodyReader = (incoming: IncomingMessage) => Promise<ReadBody>

/**
 * Reads bodies of senders that nobody knows yet. They do not wait for one another: when there are too many, or they hold too much, the one that is read the
 * longest is refused as too slow. So slow senders displace each other, and a delivery, which comes whole, gets through between them (T14).
 */
export function createBodyReader(limits: BodyLimits): BodyReader {
  /** Oldest first. */
  const underway = new Set<Reading>()
  let heldBytes = 0
  const giveUpOldest = () => underway.values().next().value?.finish('too-slow')
  return async (incoming) => {
    if (Number(incoming.headers['content-length'] ?? 0) > limits.bodyBytes) return 'too-large'
    if (underway.size >= limits.bodies) giveUpOldest()
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = (result: ReadBody) => {
        if (!underway.delete(reading)) return
        heldBytes -= size
        clearTimeout(slow)
        incoming.removeAllListeners('data')
        incoming.pause()
        resolve(result)
      }
      const reading: Reading = { finish }
      const slow = setTimeout(() => finish('too-slow'), limits.bodyMs)
      underway.add(reading)
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        heldBytes += chunk.length
        if (size > limits.bodyBytes) return finish('too-large')
        chunks.push(chunk)
        if (heldBytes > limits.heldBytes) giveUpOldest()
      })
      incoming.once('end', () => finish(Buffer.concat(chunks)))
      incoming.once('error', () => finish('gone'))
      incoming.once('close', () => finish('gone'))
    })
  }
}

interface Reading {
  readonly finish: (result: ReadBody) => void
}
