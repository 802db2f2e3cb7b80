import { expect, it } from 'vitest'

import type { TunnelEvent } from '../../src/tunnel/tunnel.ts'
import { watchAddress } from '../../src/tunnel/watch.ts'

const HOUR_MS = 3_600_000
const url = new URL('https://dev.example')

/** An address that is probed on a clock of its own, which only pauses move. */
function makeWatch() {
  let time = 0
  let isUp = true
  let wake = () => {}
  const probes: number[] = []
  const events: TunnelEvent[] = []
  const tools = {
    now: () => new Date(time),
    sleep: async (ms: number) => void (time += ms),
    random: () => 0.5,
    emit: (event: TunnelEvent) => void events.push(event),
    probe: async () => {
      probes.push(time)
      return isUp
    },
  }
  const over = new AbortController()
  const trouble = () => new Promise<void>((resolve) => (wake = resolve))
  const watch = watchAddress(tools, { url, ended: new Promise(() => {}), signal: over.signal, trouble })
  return {
    probes,
    events,
    /** Until the address was announced as up after this time. */
    until: async (ms: number) => {
      const isBefore = () => time < ms
      while (isBefore()) expect(await watch.next()).toEqual({ value: true, done: false })
    },
    rest: async () => (await watch.next()).value,
    fall: () => (isUp = false),
    wake: () => wake(),
    time: () => time,
  }
}

it('probes a new address every 4 s and one that stays up every 2 minutes', async () => {
  const { probes, until } = makeWatch()

  await until(HOUR_MS)
  const first = probes.filter((at) => at <= 60_000).length
  await until(24 * HOUR_MS)

  expect(first).toBeGreaterThan(14)
  expect(probes.length).toBeLessThan(800)
  const pauses = probes.slice(-10).map((at, index, all) => at - (all[index - 1] ?? at))
  expect(new Set(pauses.slice(1))).toEqual(new Set([120_000]))
})

it('detects a failing address within a pause and two probes', async () => {
  const { until, fall, rest, time } = makeWatch()
  await until(HOUR_MS)
  const before = time()

  fall()

  expect(await rest()).toBe(false)
  expect(time() - before).toBeLessThanOrEqual(121_000)
})

it('probes immediately when the process behind the address shows trouble, and every 4 s from then on', async () => {
  const { until, wake, probes, rest, time } = makeWatch()
  await until(HOUR_MS)
  const [before, begun] = [probes.length, time()]

  const next = rest()
  wake()
  expect(await next).toBe(true)
  const seenAfter = time() - begun
  await until(time() + 20_000)

  expect(seenAfter).toBeLessThanOrEqual(4000)
  expect(probes.length - before).toBeGreaterThanOrEqual(5)
})
