import { digestSecret } from '../../protocol/access-token.ts'
import type { Tie } from '../pages/proof.ts'

/** More than a developer opens in a working day; the oldest goes. */
const MOST = 100

/** Browsers that have opened the portal by an address that works once. Forgotten when the emulator ends. */
export class PortalSessions {
  readonly #randomBytes: (size: number) => Buffer
  /** By the digest of the cookie's value: the digest of the proof, or null while the session is not tied. */
  readonly #tiedTo = new Map<string, string | null>()

  constructor(randomBytes: (size: number) => Buffer) {
    this.#randomBytes = randomBytes
  }

  /** The cookie's value. */
  start(tiedTo: string | null): string {
    const value = this.#randomBytes(32).toString('base64url')
    this.#tiedTo.set(digestSecret(value), tiedTo)
    const [oldest] = this.#tiedTo.keys()
    if (this.#tiedTo.size > MOST && oldest !== undefined) this.#tiedTo.delete(oldest)
    return value
  }

  find(cookie: string | undefined): Tie | null {
    const digest = digestSecret(cookie ?? '')
    const tiedTo = this.#tiedTo.get(digest)
    if (tiedTo === undefined) return null
    return { tiedTo, tie: (proof) => this.#tiedTo.set(digest, proof) }
  }
}
