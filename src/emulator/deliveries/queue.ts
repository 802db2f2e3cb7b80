import { deliveryTimeoutMs } from '../../catalog/limits.ts'
import type { AttemptRow } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import { createAttempts } from './attempts.ts'
import { createDeliveryFaults } from './delivery-faults.ts'
import { fanOutAllStores } from './events.ts'
import { createObstacles } from './obstacle.ts'
import type { Attempted, DueDelivery, Ended } from './queue-rows.ts'
import { dueDeliveries, nextDueAt, recordAttempts, reportAttempts } from './queue-rows.ts'
import { createQueueTrouble } from './queue-trouble.ts'
import { createSender } from './sender.ts'

export interface Queue {
  /** Starts working, beginning with what an earlier process left pending. */
  readonly start: () => void
  /** Checks immediately for due deliveries. */
  readonly wake: () => void
  /**
   * Resolves when no delivery is due. After the clock was moved, pauses count from the due time of
   * an attempt, so that a failing delivery makes every attempt that fits into the time that passed.
   */
  readonly settle: () => Promise<void>
  /** Records finished attempts and releases deliveries that wait to be sent, so that the table may change. Returns the ids of deliveries in flight. */
  readonly withdraw: () => ReadonlySet<number>
  /** Forgets deliveries that are no longer in the table. Their responses are not recorded, because their ids may be reused. */
  readonly forget: (ids: readonly number[]) => void
  /** Resolves when the attempts in progress are recorded, or aborted after a second. Aborted deliveries stay pending. */
  readonly stop: () => Promise<void>
  /** Lists this process's attempts, newest first. */
  readonly attempts: () => AttemptRow[]
}

export interface QueueOptions {
  /** Timeout of one attempt, in ms (B38). */
  readonly timeoutMs?: number
  /** Maximum number of simultaneous attempts. */
  readonly inFlight?: number
}

const BATCH = 100
const STOP_GRACE_MS = 1000
/** Delay after a failed read or write. */
const TRY_AGAIN_MS = 1000
/** While other attempts are in progress, responses wait this long to be written together: a durable commit costs as much as several deliveries. */
const GATHER_MS = 5
const LOOK_AGAIN_MS = { min: 20, max: 60_000 }

/**
 * Creates the delivery queue. All of its state is in the registry. A row leaves `pending` only when an attempt's response is recorded,
 * so `kill -9` loses nothing and at worst repeats an attempt with the same event id. The order of deliveries is not guaranteed.
 */
export function createQueue(
  context: EmulatorContext,
  { timeoutMs = deliveryTimeoutMs, inFlight = 20 }: QueueOptions = {},
): Queue {
  const sender = createSender({ timeoutMs, connections: inFlight })
  const obstacleTo = createObstacles(context)
  const faults = createDeliveryFaults(context)
  const attempts = createAttempts(context, sender)
  const trouble = createQueueTrouble(context)
  /** Read from the table and not yet recorded. */
  const busy = new Map<number, DueDelivery>()
  const flying = new Set<DueDelivery>()
  const ready: DueDelivery[] = []
  const ended: Ended[] = []
  const forgotten = new WeakSet<DueDelivery>()
  const idle: (() => void)[] = []
  let isRunning = false
  /** Changes at each stop: an attempt that began earlier no longer counts. */
  let epoch = 0
  let settling = 0
  let isDry = false
  let isWriteDue = false
  let timer: NodeJS.Timeout | undefined

  const ending = async (delivery: DueDelivery): Promise<Omit<Attempted, 'isCatchUp'> | Exclude<Ended, Attempted>> => {
    const obstacle = obstacleTo(delivery)
    if (obstacle !== null) return { delivery, obstacle }
    const fault = faults.meet(delivery)
    return fault !== null && 'until' in fault ? fault : { delivery, outcome: await attempts.send(delivery, fault) }
  }

  const attempt = async (delivery: DueDelivery): Promise<void> => {
    const mine = epoch
    flying.add(delivery)
    const end = await ending(delivery).catch((error: unknown) => {
      trouble.note(error)
      return null
    })
    // An attempt that `stop` aborted did not fail, so its row stays unchanged.
    if (mine !== epoch) return
    flying.delete(delivery)
    if (end === null) requeueLater(delivery)
    if (end === null || forgotten.has(delivery)) {
      pump()
      return
    }
    ended.push('outcome' in end ? { ...end, isCatchUp: settling > 0 } : end)
    if (ended.length >= BATCH) write()
    pump()
    writeSoon()
  }

  /** Stays reserved briefly, so that an immediate failure is not retried in a loop. */
  const requeueLater = (delivery: DueDelivery): void => {
    setTimeout(() => {
      if (busy.get(delivery.id) !== delivery) return
      busy.delete(delivery.id)
      wake()
    }, TRY_AGAIN_MS).unref()
    release()
  }

  const writeSoon = (): void => {
    if (flying.size === 0) setImmediate(write)
    else if (!isWriteDue) {
      isWriteDue = true
      setTimeout(write, GATHER_MS)
    }
  }

  /** Writes many responses in one commit, because a durable write costs more than a delivery. */
  const write = (): void => {
    isWriteDue = false
    const batch = ended.splice(0)
    if (batch.length === 0) return
    try {
      recordAttempts(context, batch)
    } catch {
      // For example, the disk is full: responses are kept and written as soon as possible.
      ended.unshift(...batch)
      isWriteDue = isRunning
      if (isRunning) setTimeout(write, TRY_AGAIN_MS).unref()
      release()
      return
    }
    for (const { delivery } of batch) busy.delete(delivery.id)
    trouble.noting(() => reportAttempts(context, batch))
    // A delayed delivery that cannot be released goes with the app's next delivery, or when it is due.
    for (const one of batch) if ('outcome' in one) trouble.noting(() => faults.overtaken(one.delivery.appKey))
    if (batch.some((one) => 'outcome' in one && one.outcome.error !== null)) isDry = false
    pump()
  }

  const release = (): void => {
    for (const resolve of idle.splice(0)) resolve()
  }

  const refill = (): void => {
    if (isDry || ready.length > 0) return
    for (const delivery of dueDeliveries(context, BATCH, busy)) {
      busy.set(delivery.id, delivery)
      ready.push(delivery)
    }
    isDry = ready.length === 0
  }

  /** Must not throw: timers call it, and callers that have already committed. */
  const pump = (): void => {
    if (!isRunning) return
    try {
      sendDue()
    } catch (error) {
      trouble.note(error)
      release()
      clearTimeout(timer)
      timer = setTimeout(wake, TRY_AGAIN_MS).unref()
    }
  }

  const sendDue = (): void => {
    while (flying.size < inFlight) {
      refill()
      const delivery = ready.shift()
      if (delivery === undefined) break
      void attempt(delivery)
    }
    if (!isDry) return
    if (busy.size === 0) release()
    lookAgain()
  }

  const lookAgain = (): void => {
    clearTimeout(timer)
    const due = nextDueAt(context, busy)
    if (due === null) return
    const pause = Math.min(LOOK_AGAIN_MS.max, Math.max(LOOK_AGAIN_MS.min, due - context.now().getTime()))
    timer = setTimeout(wake, pause)
    timer.unref()
  }

  const wake = (): void => {
    isDry = false
    pump()
  }

  return {
    start: () => {
      isRunning = true
      fanOutAllStores(context)
      wake()
    },
    wake,
    attempts: attempts.list,
    settle: async () => {
      if (!isRunning) return
      settling++
      const { promise, resolve } = Promise.withResolvers<void>()
      idle.push(resolve)
      wake()
      await promise
      settling--
    },
    withdraw: () => {
      const wasRunning = isRunning
      isRunning = false
      write()
      isRunning = wasRunning
      for (const { id } of ready.splice(0)) busy.delete(id)
      isDry = false
      return new Set(busy.keys())
    },
    forget: (ids) => {
      faults.forget(ids)
      for (const id of ids) {
        const delivery = busy.get(id)
        if (delivery === undefined) continue
        forgotten.add(delivery)
        busy.delete(id)
      }
    },
    stop: async () => {
      isRunning = false
      clearTimeout(timer)
      ready.splice(0)
      const until = performance.now() + STOP_GRACE_MS
      while (flying.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
      epoch++
      flying.clear()
      await sender.close()
      write()
      busy.clear()
      ended.splice(0)
      release()
    },
  }
}
