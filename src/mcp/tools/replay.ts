import { Buffer } from 'node:buffer'

import { targetAt } from '../../cli/place.ts'
import { int, oneOf, optional, orElse, text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { deliveryStates, type DeliveryTarget } from '../../journal/delivery-state.ts'
import { requireDelivery, withJournal } from '../../tasks/journal/project-journal.ts'
import { findFitting } from '../../tasks/webhook/find-deliveries.ts'
import { replayDeliveries } from '../../tasks/webhook/replay-deliveries.ts'
import { defined } from '../../text/defined.ts'
import type { ReplayAnswer } from '../../webhooks/replay.ts'
import { fromTarget, meantTarget } from '../input/from-target.ts'
import { tool } from '../tool.ts'

/** Resends deliveries of the journal to the app. */
export const replay = tool({
  name: 'replay',
  about: 'Resend one or more deliveries from the journal to the app.',
  input: {
    id: optional(int({ about: 'Delivery number.', min: 1 })),
    last: optional(
      int({ about: 'Instead of id: number of newest deliveries to resend, oldest first.', min: 1, max: 50 }),
    ),
    state: optional(oneOf(deliveryStates, 'With last: only deliveries in this state.')),
    target: fromTarget('With last: only deliveries from this platform.'),
    mode: orElse(
      oneOf(
        ['re-sign', 'as-is', 'new-event'],
        're-sign: with a new signature. as-is: unchanged. new-event: with a new eventId.',
      ),
      're-sign',
    ),
    body: optional(text({ about: 'Use these bytes as the body.' })),
  },
  effect: 'changes',
  run: async (call, { id, last, state, target, mode, body }) => {
    const { context } = call
    const project = await call.project()
    if ((id === undefined) === (last === undefined)) throw new AppError('usage.missing', 'Specify id or last.')
    return withJournal(context, project.config.key, async (journal) => {
      const filters = {
        filter: defined({ state, target: meantTarget(call, target) }),
        where: undefined,
        limit: last ?? 1,
      }
      const rows = id === undefined ? findFitting(journal, filters).toReversed() : [requireDelivery(journal, id)]
      const bytes = body === undefined ? undefined : Buffer.from(body)
      const sender = (from: DeliveryTarget | null) => targetAt(context, from ?? call.targetName, project)
      const plan = { project, target: sender, journal, mode, ...defined({ body: bytes }) }
      const answers: ReplayAnswer[] = []
      for await (const answer of replayDeliveries(context, plan, rows)) answers.push(answer)
      return {
        isFailure: answers.some(({ accepted }) => !accepted),
        said: {
          replayed: answers.map(({ deliveryId, status, ms, error, accepted }) => ({
            deliveryId,
            status,
            ms,
            error,
            accepted,
          })),
        },
        foreign: { eventIds: answers.map(({ eventId }) => eventId) },
      }
    })
  },
})
