import type { TunnelTools } from './tunnel.ts'

export interface WatchedAddress {
  readonly url: URL
  /** Exit of the process behind the address. */
  readonly ended: Promise<string>
  readonly signal: AbortSignal
  /** Resolves at the next error of the process behind it, after which the address is probed immediately. */
  readonly trouble?: () => Promise<void>
}

/**
 * Probe pause for a new or failing address. Two failures in a row mean down: with their timeouts, an outage is detected within 15 s (P10).
 */
const EVERY_MS = 4000
const FAILURES = 2

/** After this many good probes the pause doubles each time, up to this limit, because each probe is traffic of a third party's tunnel. */
const NEW_PROBES = 15
const RARELY_MS = 120_000

/** A new address may need a while to reach all name servers. */
const FIRST_MS = 60_000
const FIRST_EVERY_MS = 500

/** A pause that took this much longer means that the machine slept. A long pause consists of short ones, so that this is detected. */
const SLEPT_MS = 20_000
const NAP_MS = 4000

/**
 * Yields whether the address reaches this gateway, at each change; ends when the process has exited, when the
 * address no longer works, or when it never did within a minute. After the machine slept, it is probed immediately.
 */
export async function* watchAddress(tools: TunnelTools, address: WatchedAddress): AsyncGenerator<boolean, void> {
  const { url, signal, trouble = () => new Promise<void>(() => {}) } = address
  const life = lifeOf(tools, address)
  let good = 0
  let failures = (await untilFirst(tools, { url, signal, life })) ? 0 : FAILURES
  while (!life.isOver() && failures < FAILURES) {
    if (failures === 0) yield true
    const how = await rest(tools, { life, trouble: trouble(), ms: pauseAfter(good, failures) })
    if (how === 'slept')
      tools.emit({ event: 'tunnel-notice', text: 'This machine was asleep. Checking the tunnel again.' })
    const isUp = !life.isOver() && (await tools.probe(url, signal))
    failures = isUp ? 0 : failures + 1
    good = isUp && how === 'rested' ? good + 1 : 0
  }
  yield false
}

function pauseAfter(good: number, failures: number): number {
  if (failures > 0) return EVERY_MS / 4
  return Math.min(EVERY_MS * 2 ** Math.max(0, good - NEW_PROBES), RARELY_MS)
}

interface Rest {
  readonly life: Lifetime
  readonly trouble: Promise<void>
  readonly ms: number
}

/** Pauses until the next probe is due, or an event requires one. */
async function rest({ now }: TunnelTools, { life, trouble, ms }: Rest): Promise<'rested' | 'slept' | 'trouble'> {
  let isTrouble = false
  const called = trouble.then(() => void (isTrouble = true))
  for (let left = ms; left > 0 && !life.isOver(); left -= NAP_MS) {
    const pausedAt = now().getTime()
    await Promise.race([life.pause(Math.min(left, NAP_MS)), called])
    if (now().getTime() - pausedAt > NAP_MS + SLEPT_MS) return 'slept'
    if (isTrouble) return 'trouble'
  }
  return 'rested'
}

interface Lifetime {
  readonly isOver: () => boolean
  readonly pause: (ms: number) => Promise<void>
}

function lifeOf({ sleep }: TunnelTools, { ended, signal }: WatchedAddress): Lifetime {
  let hasEnded = false
  const end = ended.then(() => void (hasEnded = true))
  return {
    isOver: () => hasEnded || signal.aborted,
    pause: (ms) => Promise.race([end, sleep(ms, signal).catch(() => {})]),
  }
}

interface FirstWait extends Pick<WatchedAddress, 'url' | 'signal'> {
  readonly life: Lifetime
}

/** Returns false if the address did not work in time. */
async function untilFirst({ probe, now }: TunnelTools, { url, signal, life }: FirstWait): Promise<boolean> {
  const startedAt = now().getTime()
  while (!life.isOver() && now().getTime() - startedAt <= FIRST_MS) {
    if (await probe(url, signal)) return true
    await life.pause(FIRST_EVERY_MS)
  }
  return false
}
