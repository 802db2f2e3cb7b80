import { digestSecret } from '../../protocol/access-token.ts'
import type { Tie } from '../pages/proof.ts'
import type { Note } from './note.ts'

/** More than a developer opens in a working day; the oldest goes. */
const MOST = 100

export interface PageNote {
  /** Path and query of the page that shows it. */
  readonly page: string
  readonly note: Note
}

/** Browsers that have opened the portal by an address that works once. Forgotten when the emulator ends. */
export class PortalSessions {
  readonly #randomBytes: (size: number) => Buffer
  /** By the digest of the cookie's value: the digest of the proof, or null while the session is not tied. */
  readonly #tiedTo = new Map<string, string | null>()
  /** By the same: what the next page shows, once. */
  readonly #notes = new Map<string, PageNote>()

  constructor(randomBytes: (size: number) => Buffer) {
    this.#randomBytes = randomBytes
  }

  /** The cookie's value. */
  start(tiedTo: string | null): string {
    const value = this.#randomBytes(32).toString('base64url')
    this.#tiedTo.set(digestSecret(value), tiedTo)
    const [oldest] = this.#tiedTo.keys()
    if (this.#tiedTo.size > MOST && oldest !== undefined) {
      this.#tiedTo.delete(oldest)
      this.#notes.delete(oldest)
    }
    return value
  }

  /** Keeps a note for the page that the browser is sent to: reloading that page repeats nothing, and shows no secret again. */
  leave(cookie: string | undefined, note: PageNote): void {
    this.#notes.set(digestSecret(cookie ?? ''), note)
  }

  /** The note that was left for the page with this path and query. */
  take(cookie: string | undefined, page: string): Note | null {
    const digest = digestSecret(cookie ?? '')
    const left = this.#notes.get(digest)
    this.#notes.delete(digest)
    return left?.page === page ? left.note : null
  }

  find(cookie: string | undefined): Tie | null {
    const digest = digestSecret(cookie ?? '')
    const tiedTo = this.#tiedTo.get(digest)
    if (tiedTo === undefined) return null
    return { tiedTo, tie: (proof) => this.#tiedTo.set(digest, proof) }
  }
}
