import type { KeyObject } from 'node:crypto'

import { environmentValue } from '../../credentials/env.ts'
import type { ForwardedDelivery } from '../../gateway/delivery.ts'
import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import type { RetryAttempt } from '../../gateway/retries.ts'
import { startGateway, type Gateway } from '../../gateway/server.ts'
import { isSuccess } from '../../http/status.ts'
import type { Journal } from '../../journal/journal.ts'
import type { DevContext } from '../context.ts'
import { deliveryEvents, gatewayFailed } from '../deliveries/delivery-events.ts'
import { arrivalEvent } from '../events/arrival-event.ts'
import { attemptEvent } from '../events/attempt-event.ts'
import type { ArrivalEvent } from '../events/delivery-event.ts'
import type { CallbackWatch } from '../installs/callback-watch.ts'
import { portHolder } from '../ports/holder.ts'
import { openOnPort } from '../ports/open-on-port.ts'

export interface DeliveryWatch {
  /** The platform that the secret belongs to. */
  readonly identity: string
  /** Returns the key of the webhook signing secret, or null until the app is registered. */
  readonly key: () => KeyObject | null
  readonly journal: Journal
  readonly probe: ProbeEndpoint
  readonly callbacks: CallbackWatch
  /** Called for each delivery that the app accepted with 2xx. */
  readonly onDelivered: () => void
}

/** Starts the public side of the gateway in front of the app. */
export async function openGateway(dev: DevContext, watch: DeliveryWatch): Promise<Gateway> {
  const { tools, options } = dev
  const { webhooks } = options.project.config
  const target = options.live === null ? 'emulator' : 'live'
  const secret = { identity: watch.identity, kind: 'signing-secret' } as const
  const isVariable = environmentValue(tools.env, secret) !== null
  const facts = { journal: watch.journal, names: dev.names, now: tools.now, target, isVariable } as const
  const report = deliveryEvents(dev.emit, facts)
  const arrived = (result: ArrivalEvent['result']) => (delivery: ForwardedDelivery) =>
    dev.emit(arrivalEvent(dev.names, delivery, result))
  const gateway = await openOnPort(dev, { part: 'gateway', port: options.ports.gateway }, (port) =>
    startGateway({
      port,
      appPort: () => options.project.config.dev.port,
      rejectListener: dev.appOwner.reject,
      webhookPath: webhooks.path,
      key: watch.key,
      target,
      journal: watch.journal,
      traces: dev.traces,
      probe: watch.probe,
      now: tools.now,
      clock: () => performance.now(),
      holder: portHolder,
      dedupe: options.dedupe,
      onPage: watch.callbacks.see,
      onForward: arrived('delivery'),
      ...(options.ack && {
        ack: { retryDelaysMs: options.ack, onForward: arrived('attempt'), onAttempt: reportAttempt(dev, watch) },
      }),
      onInvalidPage: (page, why) =>
        dev.emit({
          event: 'notice',
          text: `Your app returned ${page} with ${why}, which cannot be forwarded. The browser received 502 instead.`,
        }),
      onFailure: (why) => dev.emit({ event: 'notice', text: gatewayFailed(why) }),
      onDelivery: (outcome) => {
        report(outcome)
        if (outcome.verdict.kind === 'forwarded' && isSuccess(outcome.answer.status)) watch.onDelivered()
      },
    }),
  )
  dev.atEnd(gateway.close)
  return gateway
}

function reportAttempt(dev: DevContext, { onDelivered }: DeliveryWatch): (attempt: RetryAttempt) => void {
  return (attempt) => {
    dev.emit(attemptEvent(attempt.delivery, attempt, attempt.settled))
    if (attempt.settled.state === 'delivered') onDelivered()
  }
}
