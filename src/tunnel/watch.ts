import type { TunnelTools } from './tunnel.ts'

export interface WatchedAddress {
  readonly url: URL
  /** Of the process behind it. */
  readonly ended: Promise<string>
  readonly signal: AbortSignal
}

/** Between two probes; two that fail in a row are the end: with their own time-out a death is seen within 15 s (P10). */
const EVERY_MS = 4000
const FAILURES = 2

/** A new address may take a while until every name server knows it. */
const FIRST_MS = 60_000
const FIRST_EVERY_MS = 500

/** The machine slept when a pause took so much longer than it should. */
const SLEPT_MS = 20_000

/**
 * Whether the address leads here, each time it is announced; ends when the process has ended, when the address no longer leads here, or when it never did
 * within a minute. After the machine slept it is probed at once.
 */
export async function* watchAddress(tools: TunnelTools, address: WatchedAddress): AsyncGenerator<boolean, void> {
  const { url, signal } = address
  const life = lifeOf(tools, address)
  let failures = (await untilFirst(tools, { url, signal, life })) ? 0 : FAILURES
  while (!life.isOver() && failures < FAILURES) {
    if (failures === 0) yield true
    const pausedAt = tools.now().getTime()
    await life.pause(failures === 0 ? EVERY_MS : EVERY_MS / 4)
    if (tools.now().getTime() - pausedAt > EVERY_MS + SLEPT_MS) {
      tools.emit({ event: 'tunnel-notice', text: 'This machine slept; the tunnel is checked again.' })
    }
    failures = life.isOver() || !(await tools.probe(url, signal)) ? failures + 1 : 0
  }
  yield false
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
