import { AppError } from '../errors.ts'
import type { DevEvent } from './dev-event.ts'
import { createEventQueue } from './event-queue.ts'
import { lockProject } from './lock.ts'
import { runStages } from './run-stages.ts'
import type { DevOptions, DevTools, Stage } from './stage.ts'

/**
 * `app dev` as a stream of events. It ends after the first delivered event with `once`, and otherwise when the app ends or `interrupted` is aborted; then
 * all that it started is stopped and all that it changed is put back before the stream ends. Raises `cli.interrupted`, `dev.*`, `gateway.port-taken`,
 * and what its parts raise. Leaving the loop ends it too.
 */
export async function* runDevSession(tools: DevTools, options: DevOptions): AsyncGenerator<DevEvent, void> {
  const queue = createEventQueue<DevEvent>()
  const over = new AbortController()
  const ends: Ends = { works: [], background: [] }
  const stage: Stage = {
    tools,
    options,
    emit: queue.push,
    signal: AbortSignal.any([tools.interrupted, over.signal]),
    atEnd: (work) => ends.works.push(work),
    inBackground: (work) => ends.background.push(work),
  }
  const done = runToTheEnd(stage, ends).then(
    (reason) => {
      queue.push({ event: 'stopped', reason })
      queue.end()
    },
    (error: unknown) => queue.end(asError(error, tools.interrupted)),
  )
  try {
    yield* queue
  } finally {
    over.abort(new AppError('cli.interrupted', 'Stopped.'))
    await done
  }
}

interface Ends {
  readonly works: (() => Promise<void> | void)[]
  readonly background: Promise<void>[]
}

/** The lock goes last: the next `app dev` must find nothing of this one. */
async function runToTheEnd(stage: Stage, ends: Ends): Promise<string> {
  const { paths, pid } = stage.tools
  const lock = lockProject({ paths, dir: stage.options.project.dir, pid })
  try {
    const { live } = stage.options
    if (live === null) return await runStages(stage)
    const { runLive } = await import('./live/run-live.ts')
    return await runLive(stage, live)
  } finally {
    for (let work = ends.works.pop(); work; work = ends.works.pop()) await tidy(stage, work)
    for (const work of ends.background) await tidy(stage, () => work)
    lock.release()
  }
}

async function tidy(stage: Stage, work: () => Promise<void> | void): Promise<void> {
  try {
    await work()
  } catch (error) {
    stage.emit({ event: 'notice', text: `Not everything could be put back: ${asError(error).message}` })
  }
}

function asError(error: unknown, interrupted?: AbortSignal): Error {
  if (interrupted?.aborted) return new AppError('cli.interrupted', 'Stopped; nothing of it is running any more.')
  return error instanceof Error ? error : new Error(String(error))
}
