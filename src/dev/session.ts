import { AppError } from '../errors.ts'
import { asError } from '../errors/thrown.ts'
import type { Health } from '../inspector/health.ts'
import { createAppOwner } from '../processes/app-owner.ts'
import { createAppOutput } from './app-log.ts'
import type { DevOptions, DevTools, DevContext } from './context.ts'
import type { DevEvent, TimedEvent } from './events/dev-event.ts'
import { createEventQueue } from './events/event-queue.ts'
import { createHeldDeliveries } from './events/held-deliveries.ts'
import { createReportedAttempts } from './events/reported-attempts.ts'
import { createStoreNames, type StoreNames } from './events/store-names.ts'
import { isTrouble } from './events/trouble.ts'
import { lockProject, type ProjectLock } from './lock.ts'
import { openProjectInUse } from './project-in-use.ts'
import { watchRunFacts } from './run-facts.ts'
import { runStages } from './run-stages.ts'

/**
 * Runs `app dev` as a stream of events. It ends after the first delivered event with `once`, else when the app exits or
 * `interrupted` is aborted. Before it ends it stops every process that it started and restores every change. Raises
 * `cli.interrupted`, `dev.*`, `gateway.port-taken` and its parts' errors. Leaving the loop also stops it.
 */
export async function* runDevSession(tools: DevTools, options: DevOptions): AsyncGenerator<TimedEvent, void> {
  const queue = createEventQueue<TimedEvent>()
  const over = new AbortController()
  const ends: Ends = { works: [], background: [] }
  const names = createStoreNames(tools, options.project.config.key)
  const output = createAppOutput()
  const reported = createReportedAttempts()
  const held = createHeldDeliveries(() => performance.now())
  let lastTrouble: TimedEvent | null = null
  let health: Health = { app: false, platform: true }
  let lock: ProjectLock | null = null
  const factsOf = watchRunFacts()
  let isNoteTold = false
  const publish: DevContext['publish'] = (run) => {
    try {
      lock?.publish(run)
    } catch (error) {
      // For example, the disk is full. The session continues without its note, and the next write contains everything.
      if (isNoteTold) return
      isNoteTold = true
      emit({ event: 'notice', text: `Other commands cannot see this session: ${asError(error).message}` })
    }
  }
  const emit = (event: DevEvent) => {
    const at = tools.now().toISOString()
    const timed: TimedEvent = { ...named(event, names), at }
    if (isTrouble(timed)) lastTrouble = timed
    if (timed.event === 'app-output') output.add({ ...timed, at })
    if (timed.event === 'attempt') reported.add(timed)
    health = healthAfter(health, timed)
    const facts = factsOf(timed)
    queue.push(timed)
    if (facts !== null) publish(facts)
  }
  const project = openProjectInUse(options.project)
  const dev: DevContext = {
    tools,
    options: {
      ...options,
      get project() {
        return project.now()
      },
    },
    emit,
    names,
    output,
    reported,
    held,
    traces: held.traces,
    appOwner: createAppOwner(),
    lastTrouble: () => lastTrouble,
    readProject: project.read,
    useProject: project.use,
    acceptedProject: project.accepted,
    moveAppTo: project.moveTo,
    signal: AbortSignal.any([tools.interrupted, over.signal]),
    atEnd: (work) => ends.works.push(work),
    inBackground: (work) => ends.background.push(work),
    health: () => health,
    publish,
  }
  // Parts that still run when another one has failed must stop too.
  const end = () => over.abort(new AppError('cli.interrupted', 'Stopped.'))
  const done = runToTheEnd(dev, { ...ends, end, onLocked: (taken) => (lock = taken) }).then(
    (reason) => {
      emit({ event: 'stopped', reason })
      queue.end()
    },
    (error: unknown) => queue.end(endOf(error, tools.interrupted)),
  )
  try {
    yield* queue
  } finally {
    end()
    await done
  }
}

interface Ends {
  readonly works: (() => Promise<void> | void)[]
  readonly background: Promise<void>[]
}

interface Ending extends Ends {
  readonly end: () => void
  readonly onLocked: (lock: ProjectLock | null) => void
}

/** Runs a session to its end. Releases the lock last, so that the next `app dev` finds nothing left of this one. */
async function runToTheEnd(dev: DevContext, ends: Ending): Promise<string> {
  const { paths, pid, now } = dev.tools
  const { project, flags = {} } = dev.options
  const lock = lockProject({
    paths,
    dir: project.dir,
    pid,
    since: now().toISOString(),
    flags,
    appKey: project.config.key,
  })
  ends.onLocked(lock)
  try {
    const { live } = dev.options
    if (live === null) return await runStages(dev)
    const { runLive } = await import('./live/run-live.ts')
    return await runLive(dev, live)
  } finally {
    ends.end()
    for (let work = ends.works.pop(); work; work = ends.works.pop()) await tidy(dev, work)
    for (const work of ends.background) await tidy(dev, () => work)
    ends.onLocked(null)
    lock.release()
  }
}

async function tidy(dev: DevContext, work: () => Promise<void> | void): Promise<void> {
  try {
    await work()
  } catch (error) {
    dev.emit({ event: 'notice', text: `Some changes could not be restored: ${asError(error).message}` })
  }
}

function healthAfter(health: Health, event: TimedEvent): Health {
  if (event.event === 'emulator-restarted') return { ...health, platform: event.change === null }
  return { ...health, ...healthBy[event.event] }
}

const healthBy: Readonly<Partial<Record<DevEvent['event'], Partial<Health>>>> = {
  'app-listening': { app: true },
  restart: { app: false },
  'app-exited': { app: false },
  'app-failed': { app: false },
  'emulator-stopped': { platform: false },
}

/** Adds the region code to install events, whose senders have only the region id. */
function named(event: DevEvent, names: StoreNames): DevEvent {
  if (event.event !== 'installed') return event
  return { ...event, regionCode: names.of(event.storeId, event.regionId).regionCode }
}

function endOf(error: unknown, interrupted: AbortSignal | undefined): Error {
  if (interrupted?.aborted) return new AppError('cli.interrupted', 'Stopped. All processes have exited.')
  return asError(error)
}
