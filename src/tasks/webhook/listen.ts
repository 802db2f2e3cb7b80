import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { environmentValue } from '../../credentials/env.ts'
import type { DevContext } from '../../dev/context.ts'
import { deliveryEvents, gatewayFailed } from '../../dev/deliveries/delivery-events.ts'
import { keepWithinBounds } from '../../dev/deliveries/retention.ts'
import type { DevEvent, TimedEvent } from '../../dev/events/dev-event.ts'
import { createEventQueue } from '../../dev/events/event-queue.ts'
import { createStoreNames } from '../../dev/events/store-names.ts'
import { pointWebhooksHere, registered } from '../../dev/installs/registration.ts'
import { runningSession, type RunningDev } from '../../dev/lock.ts'
import { noteSession } from '../../dev/notes/session-note.ts'
import { portHolder } from '../../dev/ports/holder.ts'
import { AppError } from '../../errors.ts'
import { makeProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import { receiverAt, takeAll } from '../../gateway/receivers.ts'
import { startGateway } from '../../gateway/server.ts'
import { createDeliveryTraces } from '../../gateway/traces/delivery-traces.ts'
import { checkReceiver } from '../../http/receiver.ts'
import { openJournalSafely } from '../../journal/open-safely.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { triggerKey } from '../../webhooks/trigger-input.ts'

export interface ListenPlan {
  readonly project: Project
  readonly target: Target
  /** Client of the emulator, whose deliveries are routed here during this command. Null leaves the registration unchanged. */
  readonly control: ControlClient | null
  /** 0 selects a free port. */
  readonly port: number
  /** A URL on this machine, or null if the gateway itself accepts everything. */
  readonly forwardTo: string | null
}

/** Maximum wait for the app's response. */
const FORWARD_MS = 30_000

/**
 * Receives deliveries without `app dev`: verifies, journals and forwards or accepts them. Runs until `interrupted` is aborted, then restores the webhook URL.
 * Raises `cli.interrupted`, `dev.already-running`, `gateway.port-taken`, `webhook.bad-address`, `project.not-registered` and the emulator's errors.
 */
export async function* listen(context: Context, plan: ListenPlan): AsyncGenerator<TimedEvent, void> {
  const { project, target, control } = plan
  const { config } = project
  // Handles signals before any change: from now on a signal first restores the URL.
  const { interrupted } = context
  const dev = runningSession({ paths: context.paths, dir: project.dir })
  if (control !== null && dev !== null) throw besideDev(dev, project)
  const receiver =
    plan.forwardTo === null
      ? null
      : receiverAt(checkReceiver(plan.forwardTo), { timeoutMs: FORWARD_MS, clock: () => performance.now() })
  const { key } = await triggerKey({ ...context, project, target: async () => target })
  const { journal, movedTo } = openJournalSafely({
    path: context.paths.journalDb,
    appKey: config.key,
    now: context.now(),
  })
  const queue = createEventQueue<TimedEvent>()
  const report = (event: DevEvent) => queue.push({ ...event, at: context.now().toISOString() })
  const names = createStoreNames(context, config.key)
  names.use(target.identity)
  const ends: (() => Promise<void> | void)[] = [journal.close]
  const atEnd: DevContext['atEnd'] = (end) => void ends.push(end)
  try {
    keepWithinBounds({ tools: context, atEnd }, journal)
    if (movedTo !== null) report({ event: 'notice', text: `The journal was damaged and moved to ${movedTo}.` })
    const probe = makeProbeEndpoint(context.randomBytes)
    const isVariable = environmentValue(context.env, { identity: target.identity, kind: 'signing-secret' }) !== null
    const reportDelivery = deliveryEvents(report, { journal, names, now: context.now, target: target.name, isVariable })
    const gateway = await startGateway({
      port: plan.port,
      appPort: () => 0,
      forward: receiver?.forward ?? takeAll,
      webhookPath: config.webhooks.path,
      key: () => key,
      target: target.name,
      journal,
      traces: createDeliveryTraces(),
      now: context.now,
      clock: () => performance.now(),
      holder: portHolder,
      onDelivery: (outcome) => reportDelivery(receiver === null ? { ...outcome, appMs: undefined } : outcome),
      onFailure: (why) => report({ event: 'notice', text: gatewayFailed(why) }),
      probe,
    })
    ends.push(gateway.close)
    if (receiver) ends.push(receiver.close)
    const webhookUrl = gateway.url + config.webhooks.path
    // Other commands send to the gateway of the app, if there is one.
    if (dev === null) {
      noteSession(
        { tools: context, options: { project }, atEnd },
        { command: 'app webhook listen', target: target.name, gateway: gateway.url, probe },
      )
    }
    report({ event: 'listening', url: webhookUrl, forwardTo: plan.forwardTo })
    if (control !== null) await leadHere(context, { plan, control, webhookUrl, emit: report, atEnd })
    const stop = () => queue.end(new AppError('cli.interrupted', 'Stopped.'))
    interrupted.addEventListener('abort', stop, { once: true })
    if (interrupted.aborted) stop()
    yield* queue
  } finally {
    await endAll(ends)
  }
}

/** Creates the error for a running `app dev`: the end would restore the app's own URL instead of that session's gateway. */
function besideDev({ pid }: RunningDev, { dir }: Project): AppError {
  return new AppError(
    'dev.already-running',
    `\`app dev\` is running in ${dir} (pid ${pid}). This command would divert deliveries from its gateway.`,
    {
      suggestions: [
        'Use `app dev`, which also verifies and journals deliveries. To see them, run `app dev logs --follow --source gateway`.',
        'Or stop `app dev` first: app dev stop',
        "To listen without rerouting the emulator's deliveries, add --no-register.",
      ],
    },
  )
}

/**
 * Closes everything in reverse order even if one part fails, so that waiting journal rows are written although the emulator has stopped. Raises the first
 * failure.
 */
async function endAll(ends: (() => Promise<void> | void)[]): Promise<void> {
  const troubles: unknown[] = []
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end()
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw troubles[0]
}

interface Leading {
  readonly plan: ListenPlan
  readonly control: ControlClient
  readonly webhookUrl: string
  readonly emit: (event: DevEvent) => void
  readonly atEnd: DevContext['atEnd']
}

async function leadHere(context: Context, { plan, control, webhookUrl, emit, atEnd }: Leading): Promise<void> {
  const before = await registered(control, plan.project.config.key)
  const dev = { tools: context, options: { project: plan.project }, emit, atEnd }
  await pointWebhooksHere(dev, { control, identity: plan.target.identity, webhookUrl, before })
}
