import { ConfigError, readConfig } from './config.ts'
import { createLog } from './log.ts'
import { openState } from './state/state.ts'

/**
 * What was given up, for a person who looks after the app: `npm run dead-letters` lists the oldest, `npm run dead-letters -- redrive [store id]` makes jobs of them
 * again. On SQLite the app must not run meanwhile.
 */
try {
  const [verb = 'list', storeId] = process.argv.slice(2)
  const log = createLog('text', console.error)
  const state = await openState({ config: readConfig(process.env), log }, 'web')
  await state.isReady
  if (verb === 'redrive') {
    const jobs = await state.queue.redrive(storeId === undefined ? undefined : Number(storeId))
    console.log(`${jobs} dead letters are jobs again.`)
  } else {
    for (const { job, reason, since } of await state.queue.deadLetters()) {
      console.log(JSON.stringify({ since, topic: job.topic, eventId: job.eventId, storeId: job.storeId, reason }))
    }
  }
  await state.close()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
