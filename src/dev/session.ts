import { AppError } from '../errors.ts'
import type { DevEvent } from './dev-event.ts'
import { createEventQueue } from './event-queue.ts'
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
  const cleanups: (() => Promise<void> | void)[] = []
  const stage: Stage = {
    tools,
    options,
    emit: queue.push,
    signal: AbortSignal.any([tools.interrupted, over.signal]),
    atEnd: (work) => cleanups.push(work),
  }
  const done = runToTheEnd(stage, cleanups).then(
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

async function runToTheEnd(stage: Stage, cleanups: (() => Promise<void> | void)[]): Promise<string> {
  try {
    return await runStages(stage)
  } finally {
    for (let work = cleanups.pop(); work; work = cleanups.pop()) {
      try {
        await work()
      } catch (error) {
        stage.emit({ event: 'notice', text: `Not everything could be put back: ${asError(error).message}` })
      }
    }
  }
}

function asError(error: unknown, interrupted?: AbortSignal): Error {
  if (interrupted?.aborted) return new AppError('cli.interrupted', 'Stopped; nothing of it is running any more.')
  return error instanceof Error ? error : new Error(String(error))
}
