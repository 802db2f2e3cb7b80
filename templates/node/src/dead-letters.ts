import { ConfigError, readConfig } from './config.ts'
import { createLog } from './log.ts'
import type { Queue } from './queue/queue.ts'
import { DatabaseAway } from './state/database.ts'
import { openState } from './state/state.ts'

/**
 * What was given up, for a person who looks after the app: `npm run dead-letters` lists the oldest, `npm run dead-letters -- redrive [store id]` makes jobs of them
 * again. On SQLite the app must not run meanwhile.
 */
const USE = 'Use `npm run dead-letters`, or `npm run dead-letters -- redrive [store id]`.'

try {
  const act = actOf(process.argv.slice(2))
  const log = createLog('text', console.error)
  const state = await openState({ config: readConfig(process.env), log }, 'web')
  await state.isReady
  await act(state.queue)
  await state.close()
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DatabaseAway)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function actOf([verb, ...words]: readonly string[]): (queue: Queue) => Promise<void> {
  if (verb === undefined) return list
  const [storeId, ...more] = words
  // A number that is none would have all stores' letters made jobs.
  if (verb !== 'redrive' || more.length > 0 || !/^\d{1,15}$/.test(storeId ?? '0')) throw new ConfigError(USE)
  return (queue) => redrive(queue, storeId === undefined ? undefined : Number(storeId))
}

async function list(queue: Queue): Promise<void> {
  for (const { job, reason, since } of await queue.deadLetters()) {
    console.log(JSON.stringify({ since, topic: job.topic, eventId: job.eventId, storeId: job.storeId, reason }))
  }
}

async function redrive(queue: Queue, storeId: number | undefined): Promise<void> {
  console.log(`${await queue.redrive(storeId)} dead letters are jobs again.`)
}
