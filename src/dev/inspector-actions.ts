import type { KeyObject } from 'node:crypto'

import { isTopic, type Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import type { Send } from '../http/wire.ts'
import type { ActionAnswer, InspectorActions } from '../inspector/actions.ts'
import { findDelivery, type DeliveryRow } from '../journal/deliveries.ts'
import type { Journal } from '../journal/journal.ts'
import { defined } from '../text/defined.ts'
import type { EventOrigin } from '../webhooks/event-origin.ts'
import type { EventOrder } from '../webhooks/real-order.ts'
import { replayDelivery, type Replay, type ReplayTools } from '../webhooks/replay.ts'
import { triggerEvent } from '../webhooks/trigger.ts'

export interface ActionTools extends Pick<ReplayTools, 'appPid'> {
  readonly journal: Journal
  readonly now: () => Date
  readonly send: Send
  readonly randomBytes: (size: number) => Buffer
  /** Returns the key of the webhook signing secret. Raises `project.not-registered` if it is unknown. */
  readonly key: () => Promise<KeyObject>
  /** Returns the app's delivery URL. Its port may change. */
  readonly appUrl: () => string
  /** Receives test events: the gateway, which journals them. Defaults to the app. */
  readonly eventUrl?: string
  /** Returns the store and region for test events. */
  readonly origin: () => Pick<EventOrigin, 'storeId' | 'regionId'>
  /** Returns the order for test events. Without it the order is invented. */
  readonly order?: (topic: Topic) => Promise<EventOrder | null>
  readonly placeOrder?: InspectorActions['placeOrder']
  /** Called before a delivery is replayed. */
  readonly onReplay?: (delivery: DeliveryRow) => void
  /** Called after each replay. */
  readonly onReplayed?: (delivery: DeliveryRow, answer: ActionAnswer) => void
}

/** Creates the inspector's manual actions. They share their code with `app webhook replay`, `retry` and `trigger`. */
export function inspectorActions(tools: ActionTools): InspectorActions {
  const send = async (id: number, how: Pick<Replay, 'mode' | 'body' | 'kind'>): Promise<ActionAnswer> => {
    const delivery = findDelivery(tools.journal, id)
    if (delivery === null)
      throw new AppError('journal.unknown-delivery', `The journal has no delivery ${id} to this app.`)
    const place = { delivery, to: tools.appUrl(), isOwnApp: true }
    tools.onReplay?.(delivery)
    const sent = await replayDelivery({ ...tools, key: await tools.key() }, { ...place, ...how })
    const { eventId, status, ms, error, accepted } = sent
    const answer = { eventId, status, ms, error, accepted }
    tools.onReplayed?.(delivery, answer)
    return answer
  }
  return {
    replay: (id, mode) => send(id, { mode }),
    edit: (id, body) => send(id, { mode: 're-sign', body }),
    retry: (id) => send(id, { mode: 're-sign', kind: 'retry' }),
    ...defined({ placeOrder: tools.placeOrder }),
    trigger: async ({ topic, set }) => {
      if (!isTopic(topic)) throw new AppError('usage.invalid', `Unknown topic ${topic}.`)
      const { storeId, regionId } = tools.origin()
      const to = tools.eventUrl ?? tools.appUrl()
      const { eventId, status, ms } = await triggerEvent(
        { ...tools, key: await tools.key() },
        {
          topic,
          to,
          storeId,
          regionId,
          set,
          order: (await tools.order?.(topic)) ?? undefined,
          isGateway: tools.eventUrl !== undefined,
        },
      )
      return { eventId, status, ms, error: null, accepted: true }
    },
  }
}
