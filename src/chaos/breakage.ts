import { deliveryTimeoutMs } from '../catalog/limits.ts'
import type { AttemptRow, Delivery, RequestRow } from '../control/contract.ts'
import type { CausedWrite } from '../journal/calls/writes.ts'
import { repeatedWrites, type RepeatedWrite } from './effects.ts'

/** Kinds of breakage. */
export const breakageKinds = [
  'delivery-lost',
  'dead-letter',
  'forged-accepted',
  'duplicate-effect',
  'server-error',
  'delivery-rejected',
  'no-response',
  'slow-response',
  'app-exited',
  'call-rejected',
  'command-failed',
] as const

export type BreakageKind = (typeof breakageKinds)[number]

export interface Breakage {
  readonly kind: BreakageKind
  readonly count: number
  /** First examples, as text. Untrusted text in them is not escaped. */
  readonly examples: readonly string[]
}

/** Traffic of the app during a run. */
export interface ObservedTraffic {
  readonly deliveries: readonly Delivery[]
  readonly attempts: readonly AttemptRow[]
  readonly requests: readonly RequestRow[]
}

/** Records of `app dev` about the app. */
export interface ObservedApp {
  /** Writes that the app requested, if a header links them to a delivery attempt. */
  readonly writes: readonly CausedWrite[]
  /** Exit reason of each app process. */
  readonly ends: readonly string[]
}

const nothingOfApp: ObservedApp = { writes: [], ends: [] }

/** Half of the platform's timeout (B38). */
export const SLOW_MS = deliveryTimeoutMs / 2

const EXAMPLES = 3

/**
 * Returns the breakages in the order of `breakageKinds`; empty if there are none. A response to a
 * request that a fault corrupted is judged by what it must be.
 */
export function findBreakages(
  { deliveries, attempts, requests }: ObservedTraffic,
  { writes, ends }: ObservedApp = nothingOfApp,
): Breakage[] {
  const forged = attempts.filter(
    ({ cause }) => cause === 'fault signature-truncated' || cause === 'fault signature-wrong',
  )
  const genuine = attempts.filter(({ cause }) => !isSpoilt(cause))
  const answered = attempts.filter(({ status }) => status !== null)
  const found: readonly (readonly [BreakageKind, readonly string[]])[] = [
    ['delivery-lost', deliveries.filter(({ state }) => state === 'pending').map(deliveryWords)],
    ['dead-letter', deliveries.filter(({ state }) => state === 'dead_letter').map(deliveryWords)],
    ['forged-accepted', forged.filter(({ status }) => isIn(status, 200, 299)).map(attemptWords)],
    ['duplicate-effect', repeatedWrites(writes).map(writeWords)],
    ['server-error', answered.filter(({ status }) => isIn(status, 500, 599)).map(attemptWords)],
    ['delivery-rejected', genuine.filter(({ status }) => isIn(status, 300, 499)).map(attemptWords)],
    ['no-response', genuine.filter(({ status }) => status === null).map(attemptWords)],
    ['slow-response', answered.filter(({ ms }) => ms >= SLOW_MS).map(attemptWords)],
    ['app-exited', ends],
    ['call-rejected', requests.filter(isRejected).map(requestWords)],
  ]
  return found
    .filter(([, words]) => words.length > 0)
    .map(([kind, words]) => ({ kind, count: words.length, examples: words.slice(0, EXAMPLES) }))
}

/** Returns true if a fault turned the delivery into one that an app must reject. */
function isSpoilt(cause: string | null): boolean {
  return cause === 'fault signature-truncated' || cause === 'fault signature-wrong' || cause === 'fault truncated'
}

/** Returns true if the platform itself rejected the call, not a fault. */
function isRejected({ status, cause }: RequestRow): boolean {
  return status >= 400 && !(cause?.startsWith('fault ') ?? false)
}

function isIn(status: number | null, least: number, most: number): boolean {
  return status !== null && status >= least && status <= most
}

function deliveryWords({ eventId, topic, attempts, lastError }: Delivery): string {
  return `${topic} ${eventId}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${lastError ?? 'not sent yet.'}`
}

function attemptWords({ eventId, topic, error, status, ms }: AttemptRow): string {
  return `${topic} ${eventId}: ${error ?? `Responded with ${status}.`} ${ms} ms`
}

function writeWords({ method, path, eventId, times }: RepeatedWrite): string {
  return `${method} ${path}: ${times} times for ${eventId}`
}

function requestWords({ method, path, status, cause }: RequestRow): string {
  return `${method} ${path}: ${status}${cause === null ? '' : ` (${cause})`}`
}
