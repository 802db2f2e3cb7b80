import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { isMissing, needing } from '../support/machine/needed-programs.ts'
import { sendAll } from '../support/template/deliver.ts'
import { startTwoInstances } from '../support/template/two-instances.ts'

const DELIVERIES = 300

/** What a killed worker may have had in its hands: it is given to others when that is noticed, which takes up to half a minute. */
const IN_HANDS = 40

it.skipIf(isMissing('postgres'))(
  needing(
    'postgres',
    'of two instances on PostgreSQL one is killed: every delivery is accepted and takes effect once (K1 HOOK-018)',
  ),
  async () => {
    const two = await startTwoInstances({ stores: 5, isDurable: false, platformMs: 20 })
    onTestFinished(two.close)
    const orders = Array.from({ length: DELIVERIES }, (_, at) => ({ storeId: 1 + (at % 5), id: at }))
    let killed: Promise<void> | undefined

    const took = await sendAll(two.sender, orders, {
      perSecond: 100,
      onSent: (sent) => {
        if (sent === DELIVERIES / 2) killed = two.instances[0].end('SIGKILL')
      },
    })
    await killed
    const wanted = isLong ? DELIVERIES : DELIVERIES - IN_HANDS
    while ((await two.count()).effects < wanted) await sleep(100)
    const { orders: counted, effects } = await two.count()

    expect(took).toHaveLength(DELIVERIES)
    expect(counted).toBe(effects)
    expect(effects).toBeLessThanOrEqual(DELIVERIES)
  },
)
