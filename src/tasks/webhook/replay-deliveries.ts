import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import type { AttemptKind } from '../../journal/attempts.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { defined } from '../../text/defined.ts'
import { replayDelivery, type Replay, type ReplayAnswer } from '../../webhooks/replay.ts'
import { triggerKey, type TriggerKey } from '../../webhooks/trigger-input.ts'
import { appAddress, requireOwnApp, runningAppPid } from './own-app.ts'

export interface ReplayPlan {
  readonly project: Project
  /** Finds the target whose secret signs a delivery from there. Null if the journal does not know its platform. */
  readonly target: (from: DeliveryTarget | null) => Promise<Target>
  readonly journal: Journal
  readonly mode: Replay['mode']
  /** Defaults to the project's app. */
  readonly to?: string | undefined
  readonly kind?: AttemptKind
  readonly body?: Uint8Array
}

/**
 * Replays the deliveries one at a time in the given order and yields the responses. Raises `project.not-registered`,
 * `webhook.bad-address`, and `gateway.port-taken` if another project's app uses the port.
 */
export async function* replayDeliveries(
  context: Context,
  plan: ReplayPlan,
  deliveries: readonly DeliveryRow[],
): AsyncGenerator<ReplayAnswer, void> {
  const { project, target, journal, mode, to, kind, body } = plan
  // A running app has its session's secrets, whatever platform sent the delivery.
  const session = to === undefined ? runningSession({ paths: context.paths, dir: project.dir }) : null
  const keys = new Map<DeliveryTarget | null, Promise<TriggerKey>>()
  const keyFor = (sender: DeliveryTarget | null) => {
    const from = session?.target === 'live' || session?.target === 'emulator' ? session.target : sender
    const found = keys.get(from) ?? triggerKey({ ...context, project, target: () => target(from) })
    keys.set(from, found)
    return found
  }
  const appPid = runningAppPid(context, project)
  const own = to === undefined && deliveries.length > 0 ? requireOwnApp(context, project) : appAddress(project)
  for (const delivery of deliveries) {
    yield await replayDelivery(
      { ...context, journal, key: (await keyFor(delivery.target)).key, appPid },
      {
        delivery,
        mode,
        to: to ?? own,
        isOwnApp: to === undefined || to === own,
        ...defined({ kind, body }),
      },
    )
  }
}

/** Raises `webhook.rejected` if the app did not accept all deliveries, after all were sent. */
export function requireTaken(answers: readonly ReplayAnswer[]): void {
  const refused = answers.filter(({ accepted }) => !accepted)
  if (refused.length === 0) return
  const [first] = refused
  const what = answers.length === 1 ? 'the delivery' : `${refused.length} of ${answers.length} deliveries`
  throw new AppError('webhook.rejected', `The app rejected ${what}.`, {
    suggestions: [`app webhook show ${first?.deliveryId}`],
    details: { replayed: answers },
  })
}
