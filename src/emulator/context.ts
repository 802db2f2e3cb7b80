import type { DatabaseSync } from 'node:sqlite'

import type { Settings } from '../catalog/settings.ts'
import type { EmulatorUrls, LogEntry } from '../control/contract.ts'
import type { Notice } from './context/notice.ts'

/** Shared dependencies of the emulator's parts: databases, clock, randomness, addresses. Created once in app.ts. */
export interface EmulatorContext {
  readonly id: string
  readonly registry: DatabaseSync
  /** Returns the database of one store. Raises an error for an unknown store. */
  readonly storeDb: (storeId: number) => DatabaseSync
  /** The emulator's only clock (B47): codes, tokens, limits, retries. */
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
  /** Seals a secret that the emulator must use again (the signing secret), and opens it. */
  readonly seal: (secret: string) => Uint8Array
  readonly unseal: (sealed: Uint8Array) => string
  /**
   * Does the work of an operation and records how to undo what it writes before its first await (undo/). `what`
   * is a text for users: `order placed in demo`. Within another operation, it becomes part of that one.
   */
  readonly step: <T>(what: string, work: () => T) => T
  /** Digests of codes whose exchange is part of a setup and not an operation to undo. */
  readonly setUpCodes: Set<string>
  /** Called with each recorded event, so that its operation can be found. */
  readonly noteEvent: (eventId: string) => void
  /** Called after events were committed, so that the queue checks immediately. */
  readonly wakeQueue: () => void
  /** Reports an event to the code that runs the emulator in this process. Usually there is no listener. */
  readonly notify: (notice: Notice) => void
}
