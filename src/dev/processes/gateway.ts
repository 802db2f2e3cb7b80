import type { KeyObject } from 'node:crypto'

import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import type { RetryAttempt } from '../../gateway/retries.ts'
import { startGateway, type Gateway } from '../../gateway/server.ts'
import { isSuccess } from '../../http/status.ts'
import type { Journal } from '../../journal/journal.ts'
import { describeHolder, findPortHolder } from '../../processes/port-holder.ts'
import { loadProject } from '../../project/app-toml.ts'
import { escapeCell } from '../../text/escape.ts'
import { attemptEvent } from '../events/attempt-event.ts'
import type { CallbackWatch } from '../installs/callback-watch.ts'
import { openOnPort } from '../ports/open-on-port.ts'
import type { Stage } from '../stage.ts'
import { deliveryEvents } from './delivery-events.ts'

export interface DeliveryWatch {
  /** The key of the webhook signing secret; null until the app is registered. */
  readonly key: () => KeyObject | null
  readonly journal: Journal
  readonly probe: ProbeEndpoint
  readonly callbacks: CallbackWatch
  /** Called for each delivery that the app took with 2xx. */
  readonly onDelivered: () => void
}

/** Starts the public side of the gateway in front of the app. */
export async function openGateway(stage: Stage, watch: DeliveryWatch): Promise<Gateway> {
  const { tools, options } = stage
  const { webhooks } = options.project.config
  const tell = deliveryEvents(stage.emit, { journal: watch.journal, names: stage.names })
  const gateway = await openOnPort(stage, { part: 'gateway', port: options.ports.gateway }, (port) =>
    startGateway({
      port,
      appPort: () => options.project.config.dev.port,
      webhookPath: webhooks.path,
      key: watch.key,
      journal: watch.journal,
      traces: stage.traces,
      probe: watch.probe,
      now: tools.now,
      clock: () => performance.now(),
      holder: portHolder,
      dedupe: options.dedupe,
      onPage: watch.callbacks.see,
      ...(options.ack && { ack: { retryDelaysMs: options.ack, onAttempt: tellAttempt(stage, watch) } }),
      onInvalidPage: (page, why) =>
        stage.emit({
          event: 'notice',
          text: `Your app answered ${page} with ${why}, which cannot be passed on: the visitor got 502.`,
        }),
      onDelivery: (outcome) => {
        tell(outcome)
        if (outcome.verdict.kind === 'forwarded' && isSuccess(outcome.answer.status)) watch.onDelivered()
      },
    }),
  )
  stage.atEnd(gateway.close)
  return gateway
}

/** `node src/server.ts (pid 123) in /home/me/loyalty, app.acme.loyalty`, or null where the system does not tell. */
export function portHolder(port: number): string | null {
  const holder = findPortHolder(port)
  if (holder === null) return null
  const key = holder.folder === null ? null : projectKeyAt(holder.folder)
  return escapeCell(`${describeHolder(holder)}${key === null ? '' : `, ${key}`}`)
}

/** Null for a folder without a project that can be read. */
function projectKeyAt(folder: string): string | null {
  try {
    return loadProject({ cwd: folder }).config.key
  } catch {
    return null
  }
}

function tellAttempt(stage: Stage, { onDelivered }: DeliveryWatch): (attempt: RetryAttempt) => void {
  return (attempt) => {
    stage.emit(attemptEvent(attempt.delivery, attempt, attempt.settled))
    if (attempt.settled.state === 'delivered') onDelivered()
  }
}
