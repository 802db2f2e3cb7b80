import { createLog } from '../log/log.ts'
import { listDead, redrive } from './dead-letters.ts'
import { connectBoss } from './pg-boss-queue.ts'
import { openPool } from './pool.ts'
import { queueName } from './queue-name.ts'

export interface QueueAddress {
  readonly url: string
  /** URL of the platform. */
  readonly baseUrl: string
  readonly print: (line: string) => void
}

/** Opens the dead letters of a PostgreSQL database. It changes no table, so any version of the app may be using it. */
export async function openPostgresQueue({ url, baseUrl, print }: QueueAddress) {
  const log = createLog('text', print, () => new Date())
  const pool = await openPool({ url, name: 'app dead letters', connections: 2, log })
  const jobs = queueName(baseUrl)
  return {
    list: () => listDead(pool, jobs),
    redrive: async (storeId: number | undefined) => {
      const boss = await connectBoss(pool, log)
      try {
        return await redrive(pool, boss, { jobs, storeId, which: 'all' })
      } finally {
        await boss.stop({ graceful: false })
      }
    },
    close: () => pool.close(),
  }
}
