import type { PgBoss } from 'pg-boss'

import type { DeadLetter, Job, Redriven } from '../database/queue.ts'
import { deadLetter } from '../work/table-queue.ts'
import { deadName } from './pg-boss-queue.ts'
import type { PostgresTx } from './pool.ts'

/** Returns the dead letters of a queue, oldest first, at most 100. */
export async function listDead(tx: PostgresTx, jobs: string): Promise<readonly DeadLetter[]> {
  // pg-boss itself would read all of them.
  const { rows } = await tx.text(
    `SELECT data, source_output, extract(epoch FROM created_on) * 1000 AS since_ms
     FROM pgboss.job WHERE name = $1 AND state < 'active' ORDER BY created_on LIMIT 100`,
    [deadName(jobs)],
  )
  // `enqueue` wrote it.
  return rows.map((row) =>
    deadLetter(row['data'] as unknown as Job, outputText(row['source_output']), Number(row['since_ms'])),
  )
}

/** pg-boss puts a text into `{ value }`. */
function outputText(output: unknown): string {
  const value: unknown = typeof output === 'object' && output !== null && 'value' in output ? output.value : output
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export interface Redriving {
  readonly jobs: string
  readonly storeId: number | undefined
  readonly which: Redriven
}

/** Turns dead letters into jobs again. Returns their number. */
export async function redrive(tx: PostgresTx, boss: PgBoss, { jobs, storeId, which }: Redriving): Promise<number> {
  // Without new dead letters, which could make the loop endless.
  const { rows } = await tx.text(
    `SELECT id FROM pgboss.job WHERE name = $1 AND state < 'active'
       AND ($2::text IS NULL OR data->>'storeId' = $2::text)
       AND ($3 = 'all' OR source_output->>'value' ~ '^(no-install|token-refused)') ORDER BY created_on`,
    [deadName(jobs), storeId === undefined ? null : String(storeId), which],
  )
  const ids = rows.map(({ id }) => String(id))
  let all = 0
  for (let at = 0; at < ids.length; at += 1000) {
    all += await boss.redrive(deadName(jobs), { ids: ids.slice(at, at + 1000), limit: 1000 })
  }
  return all
}
