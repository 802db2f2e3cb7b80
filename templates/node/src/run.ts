import { ConfigError, readConfig, type Config } from './config.ts'
import { makeKeys } from './keys.ts'
import { createLog } from './log.ts'
import { createBudget, type Budget } from './platform/budget.ts'
import { createPauses } from './platform/pauses.ts'
import { AGAIN_AFTER_MS, createPlatform } from './platform/platform.ts'
import { startWeb } from './start-web.ts'
import { startWorker } from './start-worker.ts'
import { DatabaseAway } from './state/database.ts'
import { openState, type State } from './state/state.ts'
import { untilToldToEnd, type Part } from './stop.ts'
import type { Tools } from './tools.ts'

/** `web` answers requests, `worker` does what they leave to be done. */
type Role = 'web' | 'worker'

type Roles = readonly [Role, ...Role[]]

const starts = { web: startWeb, worker: startWorker }

/** Runs this process until it is told to end. What is wrong with its environment ends it with one sentence. */
export async function run(roles: Roles): Promise<void> {
  try {
    await start(readConfig(process.env), roles)
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseAway)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function start(config: Config, roles: Roles): Promise<void> {
  const log = createLog(config.isDeveloping ? 'text' : 'json')
  if (config.databaseUrl === null && roles.length === 1) {
    throw new ConfigError(
      'DATABASE_URL is not set, and a SQLite file serves one process: run web and worker together with `npm start`, or set it to a PostgreSQL database.',
    )
  }
  // On PostgreSQL each role has connections of its own: a burst of deliveries does not keep the worker from the database, nor the other way round.
  const groups: Roles[] = config.databaseUrl === null ? [roles] : roles.map((role): Roles => [role])
  const budget = createBudget()
  const parts: Part[] = []
  for (const group of groups) {
    const state = await openState({ config, log }, group[0])
    for (const role of group) parts.push(await starts[role](toolsOf({ config, log, budget }, state, role), state))
    parts.push({ stop: async () => {}, close: state.close })
  }
  untilToldToEnd(parts, log)
}

interface Process extends Pick<Tools, 'config' | 'log'> {
  readonly budget: Budget
}

function toolsOf({ config, log, budget }: Process, { db, queue }: State, role: Role): Tools {
  const now = () => new Date()
  const pauses = createPauses({ db, now }, budget)
  const platform = createPlatform(config, { pauses, againAfterMs: role === 'web' ? AGAIN_AFTER_MS : [] })
  return { config, db, queue, keys: makeKeys(config), platform, now, log }
}
