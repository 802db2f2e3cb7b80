import { expect, it } from 'vitest'

import { TooBusy } from '../../../src/check/cannot-judge.ts'
import { signatureArea } from '../../../src/check/checks/signature/area.ts'
import { createBrowser } from '../../../src/check/harness/browser.ts'
import type { Delivery } from '../../../src/check/harness/delivery.ts'
import type { Answer } from '../../../src/check/harness/raw-request.ts'

const BUSY: Answer = { answered: false, why: 'busy', ms: 60_000 }

/** What these checks use of a harness: an app that accepts or rejects every delivery, and a machine that needs `ms` for each. */
function stalling(status: number, ms: number, busy = false) {
  let now = 0
  const send = async () => {
    now += ms
    return busy ? BUSY : ({ answered: true, status, headers: [], body: Buffer.alloc(0), ms } satisfies Answer)
  }
  const delivery: Delivery = { method: 'POST', path: '/hooks', headers: [], body: Buffer.from('{}') }
  return {
    app: { send, calls: { list: () => [] }, ageMs: () => now },
    clock: () => now,
    sleep: async (pause: number) => void (now += pause),
    busyness: () => 20,
    event: async () => ({ delivery }),
  } as never
}

const run = (id: string, harness: never) => signatureArea.checks.find((check) => check.id === id)?.run(harness)

it.each([
  ['signature.future', 200],
  ['signature.window-open', 401],
])('%s does not judge deliveries whose timestamp was shifted by a stalled machine', async (id, status) => {
  await expect(run(id, stalling(status, 31_000))).rejects.toThrow(TooBusy)
  expect(await run(id, stalling(status, 1000))).toMatchObject([{ severity: 'error' }])
})

it('no app is blamed for a missing response on a machine that is too busy', async () => {
  await expect(run('signature.window', stalling(0, 0, true))).rejects.toThrow(TooBusy)
  await expect(run('signature.window-open', stalling(0, 0, true))).rejects.toThrow(TooBusy)
  const browser = createBrowser({ portOf: () => 1, send: async () => BUSY })
  await expect(browser.open('http://127.0.0.1:1/install')).rejects.toThrow(TooBusy)
})
