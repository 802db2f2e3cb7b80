import type { DatabaseSync } from 'node:sqlite'

import type { Settings } from '../catalog/settings.ts'
import type { EmulatorUrls, LogEntry } from '../control/contract.ts'
import type { Notice } from './world/notice.ts'

/** What every part of the emulator works with: its databases, its clock, its randomness, its addresses. Made once in app.ts. */
export interface World {
  readonly id: string
  readonly registry: DatabaseSync
  /** The database of one store; raises when there is no such store. */
  readonly storeDb: (storeId: number) => DatabaseSync
  /** The emulator's one clock (B47): codes, tokens, limits, retries. */
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly urls: () => EmulatorUrls
  readonly settings: () => Settings
  readonly changeSettings: (change: Partial<Settings>) => void
  /** Resets one setting, or all, to the default. */
  readonly resetSettings: (name?: string) => void
  readonly advanceClock: (ms: number) => void
  readonly clockOffsetMs: () => number
  readonly log: (entry: Omit<LogEntry, 'at'>) => void
  /** Seals a secret that the emulator must be able to use again (the signing secret), and opens it. */
  readonly seal: (secret: string) => Uint8Array
  readonly unseal: (sealed: Uint8Array) => string
  /**
   * Does what an operation says, and remembers how it is taken back: what it writes before it first waits (undo/). `what` are words for a person: `order placed
   * in demo`. Within another step it is a part of that.
   */
  readonly step: <T>(what: string, work: () => T) => T
  /** Digests of codes whose exchange is a part of setting up, and no step. */
  readonly setUpCodes: Set<string>
  /** Told of each event that is recorded, so that its step can be found. */
  readonly noteEvent: (eventId: string) => void
  /** Called after events were committed, so that the queue looks at once. */
  readonly wakeQueue: () => void
  /** Reports what has just happened to the code that runs the emulator in this process; usually nobody listens. */
  readonly tell: (notice: Notice) => void
}
