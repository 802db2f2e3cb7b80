import { expect, it } from 'vitest'

import { lastAnswer } from '../../src/check/deliver.ts'
import type { ApiCall } from '../../src/check/harness/calls.ts'
import type { Delivery } from '../../src/check/harness/delivery.ts'
import type { Answer } from '../../src/check/harness/raw-request.ts'

interface App {
  readonly ready: number
  readonly load: number
  readonly abandoned: boolean
  readonly killedAt?: number
}

/** The status at the end, and when: the app rejects events until the time `ready`, in ms. */
async function delivered({ ready, load, abandoned, killedAt = 0 }: App) {
  let now = 0
  const send = async () => ({ answered: true, status: now < ready ? 503 : 200 }) as Answer
  const list = () => [{ at: 0, abandoned }] as ApiCall[]
  const sleep = async (ms: number) => void (now += ms)
  const harness = { clock: () => now, sleep, busyness: () => load }
  const answer = await lastAnswer(harness, { send, calls: { list }, ageMs: () => now - killedAt }, {} as Delivery)
  return { status: answer.answered ? answer.status : null, isLate: now >= 60_000 }
}

it('waits on a busy machine for an app that pauses for a minute after a late response', async () => {
  expect(await delivered({ ready: 61_000, load: 5, abandoned: true })).toEqual({ status: 200, isLate: true })
})

it.each([
  ['the machine is idle', { ready: 61_000, load: 0, abandoned: true }, false],
  ['its process was killed during the call', { ready: 61_000, load: 5, abandoned: true, killedAt: 1 }, false],
  ['the time for the check is too short', { ready: 61_000, load: 2, abandoned: true }, false],
  ['no response was late', { ready: 61_000, load: 5, abandoned: false }, false],
  ['the pause does not end', { ready: Number.POSITIVE_INFINITY, load: 5, abandoned: true }, true],
])('accepts the rejections of an app if %s', async (_, app, isLate) => {
  expect(await delivered(app)).toEqual({ status: 503, isLate })
})
