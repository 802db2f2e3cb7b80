import { digestSecret } from '../../protocol/access-token.ts'
import type { Tie } from '../pages/proof.ts'
import type { Note } from './note.ts'

/** More than a developer opens in a working day. The oldest session is removed first. */
const MOST = 100

export interface PageNote {
  /** Path and query of the page that shows the note. */
  readonly page: string
  readonly note: Note
}

/** Sessions of browsers that opened the portal with a one-time URL. They end with the emulator. */
export class PortalSessions {
  readonly #randomBytes: (size: number) => Buffer
  /** Digest of the proof by digest of the cookie's value. Null while the session is not tied. */
  readonly #tiedTo = new Map<string, string | null>()
  /** Note for the next page by the same digest, shown once. */
  readonly #notes = new Map<string, PageNote>()

  constructor(randomBytes: (size: number) => Buffer) {
    this.#randomBytes = randomBytes
  }

  /** Starts a session and returns the cookie's value. */
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

  /** Stores a note for the page that the browser is redirected to, so that a reload neither repeats the action nor shows a secret again. */
  leave(cookie: string | undefined, note: PageNote): void {
    this.#notes.set(digestSecret(cookie ?? ''), note)
  }

  /** Removes and returns the note for the page with this path and query. */
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
