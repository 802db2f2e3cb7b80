import type { PgBoss } from 'pg-boss'

import type { DeadLetter, Job } from '../work/queue.ts'
import { deadLetter } from '../work/table-queue.ts'
import { deadName } from './pg-boss-queue.ts'
import type { PostgresTx } from './pool.ts'

/** The dead letters of a queue, the oldest first, at most 100. */
export async function listDead(tx: PostgresTx, jobs: string): Promise<readonly DeadLetter[]> {
  // pg-boss itself would read all of them.
  const { rows } = await tx.text(
    `SELECT data, source_output, extract(epoch FROM created_on) * 1000 AS since_ms
     FROM pgboss.job WHERE name = $1 AND state < 'active' ORDER BY created_on LIMIT 100`,
    [deadName(jobs)],
  )
  // Written by `enqueue`.
  return rows.map((row) =>
    deadLetter(row['data'] as unknown as Job, outputText(row['source_output']), Number(row['since_ms'])),
  )
}

/** pg-boss puts a text into `{ value }`. */
function outputText(output: unknown): string {
  const value: unknown = typeof output === 'object' && output !== null && 'value' in output ? output.value : output
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Turns dead letters into jobs again. Returns how many. */
export async function redrive(
  tx: PostgresTx,
  boss: PgBoss,
  { jobs, storeId }: { readonly jobs: string; readonly storeId: number | undefined },
): Promise<number> {
  // Not what becomes a dead letter meanwhile: that would never end.
  const { rows } = await tx.text('SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000) AS now_ms')
  const which = {
    createdBefore: new Date(Number(rows[0]?.['now_ms'])),
    ...(storeId !== undefined && { data: { storeId } }),
  }
  let all = 0
  for (;;) {
    const moved = await boss.redrive(deadName(jobs), { ...which, limit: 1000 })
    all += moved
    if (moved < 1000) return all
  }
}
