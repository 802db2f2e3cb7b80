import { createLog } from '../log/log.ts'
import { listDead, redrive } from './dead-letters.ts'
import { connectBoss } from './pg-boss-queue.ts'
import { openPool } from './pool.ts'
import { queueName } from './queue-name.ts'

export interface QueueAddress {
  readonly url: string
  /** Address of the platform. */
  readonly baseUrl: string
  readonly print: (line: string) => void
}

/** The dead letters of a PostgreSQL database. It changes no table, so that it does not matter which version of the app uses it. */
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
