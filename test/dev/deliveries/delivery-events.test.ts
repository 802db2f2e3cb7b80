import { expect, it, onTestFinished } from 'vitest'

import { deliveryEvents } from '../../../src/dev/deliveries/delivery-events.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { createStoreNames } from '../../../src/dev/events/store-names.ts'
import type { DeliveryOutcome } from '../../../src/gateway/delivery.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { makeContext, NOON } from '../../support/context.ts'

const rejected: DeliveryOutcome = {
  verdict: { kind: 'rejected', reason: 'signature-mismatch', ageSeconds: null },
  answer: { status: 401, headers: [], body: new Uint8Array() },
  deliveryId: null,
  envelope: { eventId: null, regionId: null, storeId: null },
  mark: 'first',
  topic: null,
  storeId: null,
  ms: 1,
}

function told(target: 'emulator' | 'live', isVariable = false) {
  const events: DevEvent[] = []
  const time = { ms: NOON.getTime() }
  const context = makeContext()
  const journal = openJournal({ path: context.paths.journalDb, appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  const facts = {
    journal,
    names: createStoreNames(context, 'app.acme.loyalty'),
    target,
    isVariable,
    now: () => new Date(time.ms),
  }
  const tell = deliveryEvents((event) => events.push(event), facts)
  const reject = (times: number) => Array.from({ length: times }, () => tell(rejected))
  return { time, reject, events: () => events.splice(0) }
}

it('reports each of the first ten rejections, then one every ten seconds with the count', () => {
  const { time, reject, events } = told('live')

  reject(10)
  const first = events().map((event) => event.event === 'rejected' && event.count)
  reject(90)
  const flood = events()
  time.ms += 10_000
  reject(2)

  expect(first).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(flood).toEqual([])
  expect(events()).toMatchObject([{ event: 'rejected', count: 101, hint: null }])
})

it.each([
  ['live', '`app secret set signing --target live`'],
  ['emulator', '`app secret rotate signing`'],
] as const)('suggests the command that replaces a rotated signing secret on %s', (target, command) => {
  const { reject, events } = told(target)

  reject(1)

  expect(events()).toMatchObject([
    { hint: expect.stringContaining(`If the signing secret was rotated, run ${command}`) },
  ])
})

it('names the variable that overrides a stored signing secret', () => {
  const { reject, events } = told('live', true)

  reject(1)

  expect(events()).toMatchObject([
    {
      hint: expect.stringContaining(
        'set SVCAPP_SIGNING_SECRET to the new secret, or unset the variable and run `app secret set',
      ),
    },
  ])
})
