import type { KeyObject } from 'node:crypto'

import type { DeliveryOutcome } from '../../gateway/delivery.ts'
import type { RetryAttempt } from '../../gateway/retries.ts'
import { startGateway, type Gateway } from '../../gateway/server.ts'
import type { Journal } from '../../journal/journal.ts'
import { findPortHolder } from '../../machine/port-holder.ts'
import type { DevEvent } from '../dev-event.ts'
import type { Stage } from '../stage.ts'

export interface DeliveryWatch {
  /** The key of the webhook signing secret; null until the app is registered. */
  readonly key: () => KeyObject | null
  readonly journal: Journal
  /** Called for each delivery that the app took with 2xx. */
  readonly onDelivered: () => void
}

/** Every how manyeth refusal for one reason is told after the first: a flood must not become a flood of lines. */
const TELL_EVERY = 100

/** Starts the public side of the gateway in front of the app. */
export async function openGateway(stage: Stage, watch: DeliveryWatch): Promise<Gateway> {
  const { tools, options } = stage
  const { dev, webhooks } = options.project.config
  const refusals = new Map<string, number>()
  const gateway = await startGateway({
    port: options.ports.gateway,
    appPort: () => dev.port,
    webhookPath: webhooks.path,
    key: watch.key,
    journal: watch.journal,
    now: tools.now,
    clock: () => performance.now(),
    holder: portHolder,
    dedupe: options.dedupe,
    ...(options.ack && { ack: { retryDelaysMs: ackDelaysMs, onAttempt: tellAttempt(stage, watch) } }),
    onDelivery: (outcome) => {
      const event = outcome.verdict.kind === 'refused' ? refusedEvent(refusals, outcome) : deliveryEvent(outcome)
      if (event) stage.emit(event)
      if (outcome.verdict.kind === 'forwarded' && isSuccess(outcome.answer.status)) watch.onDelivered()
    },
  })
  stage.atEnd(gateway.close)
  return gateway
}

/** `node (pid 123)`, or null where the system does not tell. */
export function portHolder(port: number): string | null {
  const holder = findPortHolder(port)
  return holder === null ? null : `${holder.name} (pid ${holder.pid})`
}

/** With --ack: within an hour, and then it is a dead letter. */
const ackDelaysMs = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 30 * 60_000]

function tellAttempt(stage: Stage, { onDelivered }: DeliveryWatch): (attempt: RetryAttempt) => void {
  return ({ delivery, status, error, ms, settled }) => {
    stage.emit({
      event: 'attempt',
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      topic: delivery.topic,
      status,
      error,
      ms,
      state: settled.state,
      nextAttemptAt: settled.nextAttemptAt?.toISOString() ?? null,
    })
    if (settled.state === 'delivered') onDelivered()
  }
}

function deliveryEvent(outcome: DeliveryOutcome): DevEvent | null {
  const { verdict, answer, envelope, topic, storeId, ms, mark } = outcome
  if (verdict.kind === 'refused') return null
  return {
    event: 'delivery',
    eventId: envelope.eventId,
    topic: topic ?? '',
    storeId: storeId ?? '',
    regionId: envelope.regionId,
    status: answer.status,
    ms,
    mark,
    outcome: verdict.kind,
    error: verdict.kind === 'app-failed' ? verdict.error : null,
  }
}

function refusedEvent(refusals: Map<string, number>, { verdict, answer }: DeliveryOutcome): DevEvent | null {
  if (verdict.kind !== 'refused') return null
  const count = (refusals.get(verdict.reason) ?? 0) + 1
  refusals.set(verdict.reason, count)
  if (count !== 1 && count % TELL_EVERY !== 0) return null
  return { event: 'refused', reason: verdict.reason, status: answer.status, count, hint: hintOf(verdict) }
}

/** P5: a right signature with a wrong time means a late delivery or a clock that is off; the distance says which. */
function hintOf({ reason, ageSeconds }: { reason: string; ageSeconds: number | null }): string | null {
  if (ageSeconds !== null) {
    const where = ageSeconds < 0 ? 'ahead of' : 'behind'
    return `The signature is right, but its time is ${Math.abs(ageSeconds)} s ${where} this machine: your clock is off by that much, or the emulator's was moved (app emulator clock show).`
  }
  if (reason === 'signature-mismatch') return 'Signed with another secret, or the body was changed on the way.'
  return null
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
