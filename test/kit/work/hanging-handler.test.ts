import { expect, it, onTestFinished, vi } from 'vitest'

import { HANDLER_MS } from '../../../src/kit/work/limits.ts'
import { CODE, exchanged, makeFakeApp } from '../fake-app.ts'

it('stops a handler that ignores its signal at its limit, without delaying jobs of another store (K3)', async () => {
  const signals: AbortSignal[] = []
  const booked: string[] = []
  let storeId = 1001
  const kit = await makeFakeApp({
    respond: ({ path }) =>
      path === '/api/apps/oauth/token' ? { body: { ...exchanged, store_id: storeId } } : undefined,
    declare: (app) => {
      // A carrier that never responds, and a handler that waits for it all the same.
      const book = app.job<string>('book', ({ data, signal, install }) => {
        if (install.storeId === 1002 || signals.length === 10) return void booked.push(data)
        signals.push(signal)
        return new Promise(() => {})
      })
      app.on('order.paid', ({ event }) => book(event.id, event))
    },
  })
  await kit.back({ code: CODE })
  storeId = 1002
  await kit.back({ code: CODE })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const working = await kit.app.work()
  const hands = (done: () => boolean) =>
    expect.poll(async () => (await vi.advanceTimersByTimeAsync(0), done())).toBe(true)

  // As many as the hands of one store, and one more.
  for (let at = 0; at < 10; at += 1) await kit.deliver({ eventId: `evt_hangs_${at}` })
  await hands(() => signals.length === 10)
  await kit.deliver({ eventId: 'evt_waits' })
  await kit.deliver({ eventId: 'evt_other', storeId: 1002 })
  await hands(() => booked.includes('evt_other'))
  const before = [...booked]
  kit.advance(HANDLER_MS)
  await vi.advanceTimersByTimeAsync(HANDLER_MS)
  await hands(() => booked.includes('evt_waits'))
  vi.useRealTimers()
  await working.stop(0)

  expect(before).toEqual(['evt_other'])
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
  expect(kit.log.filter(({ reason }) => reason === 'The handler took more than 110 s.')).toHaveLength(10)
})
