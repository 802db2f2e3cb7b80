import { expect, it } from 'vitest'

import { createAppOutput } from '../../../src/dev/app-log.ts'
import type { DeliveryEvent } from '../../../src/dev/events/delivery-event.ts'
import type { TimedEvent } from '../../../src/dev/events/dev-event.ts'
import { failureEvent, isTrouble } from '../../../src/dev/events/trouble.ts'
import { appendAttempt } from '../../../src/journal/attempts.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { addDelivery, APP } from '../../inspector/fixture.ts'

const start = Date.UTC(2026, 10, 22, 12)
const at = (ms: number) => new Date(start + ms)

it('the last failure shows the app output during the delivery, up to a readable length', () => {
  const journal = openJournal({ path: ':memory:', appKey: APP })
  const deliveryId = addDelivery(journal, { receivedAt: at(1000) })
  appendAttempt(journal, { deliveryId, at: at(1050), status: 500, ms: 50, error: null, answer: 'internal error' })
  const output = createAppOutput()
  const stack = Array.from({ length: 20 }, (_, line) => `    at level ${line}`)
  output.add({ at: at(500).toISOString(), stream: 'stdout', line: 'long before' })
  for (const line of ['Error: no points table', ...stack])
    output.add({ at: at(1049).toISOString(), stream: 'stderr', line })
  output.add({ at: at(3000).toISOString(), stream: 'stdout', line: 'long after' })
  const delivery = { event: 'delivery', status: 500, deliveryId } as DeliveryEvent // only what is read

  const { response, output: printed } = failureEvent(journal, delivery, { output, isLive: false })
  const none = failureEvent(journal, { ...delivery, deliveryId: null }, { output, isLive: false })

  expect(response).toBe('internal error')
  expect(printed).toEqual(['Error: no points table', ...stack.slice(0, 11)])
  expect(none.output).toEqual([])
  journal.close()
})

it.each([
  [true, ['app explain signature-mismatch --target live']],
  [false, ['app explain signature-mismatch']],
])('explains the reason of a rejected request, live: %s', (isLive, next) => {
  const journal = openJournal({ path: ':memory:', appKey: APP })
  const rejected = { event: 'rejected', reason: 'signature-mismatch', status: 401 } as TimedEvent // only what is read

  expect(failureEvent(journal, rejected, { output: createAppOutput(), isLive }).next).toEqual(next)
  journal.close()
})

it('a late response is a failure, because the platform resends the event', () => {
  const delivery = { event: 'delivery', status: 200 } as DeliveryEvent & TimedEvent // only what is read

  expect(isTrouble(delivery)).toBe(false)
  expect(isTrouble({ ...delivery, tooLate: true })).toBe(true)
  expect(isTrouble({ ...delivery, status: 500 })).toBe(true)
})
