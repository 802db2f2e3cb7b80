import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { RETRIES } from '../src/queue/limits.ts'
import type { Job, Outcome } from '../src/queue/queue.ts'
import { countTries } from './support/count-tries.ts'
import { kinds, openTestState, type Kind } from './support/open-test-state.ts'

const job = (eventId: string, storeId = 1): Job => ({ topic: 'order.paid', eventId, storeId, regionId: 7, orderId: 55 })

async function open(t: TestContext, kind: Kind) {
  const state = await openTestState(kind, () => {})
  t.after(state.close)
  const counted = countTries(state.queue)
  const put = (...jobs: Job[]) =>
    state.db.transaction(async (sql) => {
      for (const one of jobs) await counted.queue.enqueue(sql, one)
    })
  return { ...counted, db: state.db, put }
}

/** Work that a test lets go on. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, passed: promise }
}

for (const kind of kinds) {
  describe(`the queue on ${kind}`, () => {
    test('does each job that a transaction leaves, and none of one that failed', async (t) => {
      const { queue, db, put, tried } = await open(t, kind)
      const failing = db.transaction(async (sql) => {
        await queue.enqueue(sql, job('never'))
        throw new Error('Something else failed.')
      })
      await assert.rejects(failing)
      await put(job('before'))
      const done: Job[] = []
      const working = await queue.work(async (one): Promise<Outcome> => {
        done.push(one)
        return 'done'
      })
      await put(job('after'))
      await tried(2)
      await working.stop(5000)

      assert.deepEqual(
        done.toSorted((one, other) => one.eventId.localeCompare(other.eventId)),
        [job('after'), job('before')],
      )
    })

    test('tries a job that failed again, until it is done', async (t) => {
      const { queue, put, tried } = await open(t, kind)
      await put(job('one'))
      let left = 2
      const working = await queue.work(async () => {
        left -= 1
        if (left > 0) throw new Error('Not yet.')
        return 'done'
      })
      await tried(2)
      await working.stop(5000)

      assert.deepEqual(await queue.deadLetters(), [])
    })

    test('hands out a job that has to wait when its time has come, with all the tries that it had', async (t) => {
      const { queue, put, tried } = await open(t, kind)
      await put(job('one'), job('two', 2))
      const seen: { readonly eventId: string; readonly at: number }[] = []
      const working = await queue.work(async ({ eventId }) => {
        seen.push({ eventId, at: Date.now() })
        // More often than a job may fail.
        const times = seen.filter((other) => other.eventId === 'one').length
        if (eventId === 'one' && times <= RETRIES + 1) return { laterMs: times === 1 ? 1500 : 0 }
        return 'done'
      })
      await tried(RETRIES + 3)
      await working.stop(5000)

      const [first, second] = seen.filter(({ eventId }) => eventId === 'one')
      assert.ok(first !== undefined && second !== undefined)
      assert.ok(second.at - first.at >= 1500, `after ${second.at - first.at} ms`)
      assert.equal(seen.filter(({ eventId }) => eventId === 'two').length, 1)
      assert.deepEqual(await queue.deadLetters(), [])
    })

    test('keeps what cannot be done, and makes jobs of one store’s dead letters again', async (t) => {
      const { queue, put, tried } = await open(t, kind)
      await put(job('one', 1), job('two', 2))
      let outcome: Outcome = 'dead'
      const done: string[] = []
      const first = await queue.work(async () => outcome)
      await tried(2)
      await first.stop(5000)

      const letters = await queue.deadLetters()
      outcome = 'done'
      const redriven = await queue.redrive(2)
      const second = await queue.work(async ({ eventId }) => {
        done.push(eventId)
        return outcome
      })
      await tried(3)
      await second.stop(5000)

      assert.deepEqual(letters.map(({ job: { eventId }, reason }) => [eventId, reason]).toSorted(), [
        ['one', 'cannot be done now'],
        ['two', 'cannot be done now'],
      ])
      assert.equal(redriven, 1)
      assert.deepEqual(done, ['two'])
      assert.deepEqual(
        (await queue.deadLetters()).map(({ job: { eventId } }) => eventId),
        ['one'],
      )
    })

    test('does a store’s job long before another store’s hundreds are done', async (t) => {
      const { queue, put, tried } = await open(t, kind)
      await put(...Array.from({ length: 600 }, (_, at) => job(`a-${at}`, 1)))
      const [busy, other] = [gate(), gate()]
      let done = 0
      const working = await queue.work(async ({ storeId }) => {
        busy.open()
        if (storeId === 2) other.open()
        // As long as a short call to the platform takes.
        await sleep(20)
        done += 1
        return 'done'
      })
      await busy.passed
      await put(job('b', 2))
      await other.passed
      const before = done
      await tried(601)
      await working.stop(5000)

      assert.ok(before < 400, `${before} others came first`)
    })

    test('waits at its end for what is being done, as long as it is told', async (t) => {
      const { queue, put } = await open(t, kind)
      const [begun, held] = [gate(), gate()]
      await put(job('one'))
      let isDone = false
      const working = await queue.work(async () => {
        begun.open()
        await held.passed
        isDone = true
        return 'done'
      })
      await begun.passed
      const stopped = working.stop(60_000)
      held.open()
      await stopped

      assert.equal(isDone, true)
    })
  })
}
