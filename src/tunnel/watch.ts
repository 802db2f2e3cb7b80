import type { TunnelTools } from './tunnel.ts'

export interface WatchedAddress {
  readonly url: URL
  /** Of the process behind it. */
  readonly ended: Promise<string>
  readonly signal: AbortSignal
  /** The next sign of trouble that the process behind it shows; it is then probed at once. */
  readonly trouble?: () => Promise<void>
}

/** Between two probes of a new address, and of one in trouble. Two that fail in a row are the end: with their own time-out a death is seen within 15 s (P10). */
const EVERY_MS = 4000
const FAILURES = 2

/** After so many good probes the pause doubles each time, up to this. Each probe is traffic of somebody's tunnel. */
const NEW_PROBES = 15
const RARELY_MS = 120_000

/** A new address may take a while until every name server knows it. */
const FIRST_MS = 60_000
const FIRST_EVERY_MS = 500

/** The machine slept when a pause took so much longer than it should; a long pause is made of short ones, so that this is seen. */
const SLEPT_MS = 20_000
const NAP_MS = 4000

/**
 * Whether the address leads here, each time it is announced; ends when the process has ended, when the address no longer leads here, or when it never did
 * within a minute. After the machine slept it is probed at once.
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

/** Pauses until it is time for a probe, or there is reason for one. */
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

/** False when it never led here in time. */
async function untilFirst({ probe, now }: TunnelTools, { url, signal, life }: FirstWait): Promise<boolean> {
  const startedAt = now().getTime()
  while (!life.isOver() && now().getTime() - startedAt <= FIRST_MS) {
    if (await probe(url, signal)) return true
    await life.pause(FIRST_EVERY_MS)
  }
  return false
}
