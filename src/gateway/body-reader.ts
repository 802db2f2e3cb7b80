import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  /** Maximum body size. */
  readonly bodyBytes: number
  /** Time from the first header to the last byte of the body. */
  readonly bodyMs: number
  /** Maximum number of bodies read in parallel. */
  readonly bodies: number
  /** Maximum number of bytes of these bodies in memory. */
  readonly heldBytes: number
}

/** The raw bytes, never inflated, or the reason why there are none. `gone`: the sender hung up and waits for no response. */
export type ReadBody = Buffer | 'too-large' | 'too-slow' | 'gone'

export type BodyReader = (incoming: IncomingMessage) => Promise<ReadBody>

/**
 * Reads bodies of senders that are not verified yet. No body waits for another. If there are too
 * many, or they use too much memory, the one read for the longest time is rejected as too slow. So
 * slow senders displace each other, and a delivery, which arrives quickly, gets through (T14).
 */
export function createBodyReader(limits: BodyLimits): BodyReader {
  /** Oldest first. */
  const underway = new Set<OpenBody>()
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
      const reading: OpenBody = { finish }
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

interface OpenBody {
  readonly finish: (result: ReadBody) => void
}
