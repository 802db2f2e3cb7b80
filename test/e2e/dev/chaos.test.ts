import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import type { ChaosReport } from '../../../src/chaos/report.ts'
import type { Fault } from '../../../src/control/fault.ts'
import { ok, start } from '../../support/dev/background-session.ts'
import { makeScaffolded } from '../../support/dev/scaffolded.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { runCli, type RunFolder } from '../../support/run-cli.ts'

const length = isLong ? '60s' : '5s'

/** What the app has kept: its effects, and the paid orders that it has counted. */
function kept({ dir }: RunFolder): unknown {
  const db = new DatabaseSync(join(dir, 'data/app.db'), { readOnly: true })
  try {
    return db
      .prepare(
        'SELECT (SELECT count(*) FROM svcapp_effects) AS effects, (SELECT count(*) FROM paid_orders) AS orders, (SELECT count(*) FROM svcapp_jobs) AS jobs',
      )
      .get()
  } finally {
    db.close()
  }
}

const listOf = ({ faults }: ChaosReport) => faults.map((fault) => ({ ...fault, hits: 0 }))

it.runIf(isLong && process.platform === 'linux')(
  'a new app survives two runs with the same seed, faults and single effects, and Ctrl-C leaves nothing behind (HOOK-018)',
  async () => {
    const app = await makeScaffolded()
    await start(app)
    const chaos = ['chaos', 'run', '--seed', '42', '--for', length, '--json']

    const first = await ok<ChaosReport>(app, chaos)
    const second = await ok<ChaosReport>(app, chaos)
    const paid = [first, second].flatMap(({ steps }) => steps?.paid ?? 0).reduce((sum, one) => sum + one, 0)
    // What the platform refused under faults is asked for again, later and later.
    await expect.poll(() => kept(app)).toEqual({ effects: paid, orders: paid, jobs: 0 })

    const stopped = runCli(app, ['chaos', 'run', '--seed', '42'])
    const faults = async () => (await ok<{ faults: Fault[] }>(app, ['emulator', 'fault', 'list', '--json'])).faults
    await expect.poll(faults).toHaveLength(60)
    stopped.child.kill('SIGINT')

    expect(listOf(second)).toEqual(listOf(first))
    expect([first.failures, second.failures]).toEqual([[], []])
    expect(first.faults.some(({ hits }) => hits > 0)).toBe(true)
    expect(paid).toBeGreaterThan(8)
    expect(await stopped.ended).toBe(130)
    expect(await faults()).toEqual([])
    await ok(app, ['dev', 'stop', '--json'])
  },
)

it('runs a command under the same faults on a separate emulator and reports its failure', async () => {
  const app = await makeScaffolded()
  // At most 300 requests a minute, because the platform itself responds with 429 to more than 600.
  const script = `
    const url = process.env.SVCAPP_BASE_URL + '/api/apps/v1/orders'
    const headers = { Authorization: 'Bearer ' + process.env.SVCAPP_TOKEN }
    for (let status; status !== 429; ) {
      status = await fetch(url, { headers }).then((response) => response.status, () => null)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    process.exit(Number(process.argv[1]))`
  // The run lasts until the command ends, and each kind of fault is repeated, so a 429 occurs on any machine.
  const run = (exit: string) =>
    runCli(app, ['chaos', 'run', '--seed', '42', '--for', '10m', '--json', '--', process.execPath, '-e', script, exit])

  const good = run('0')
  const exit = await good.ended
  const bad = run('3')

  expect({ exit, stderr: good.stderr() }).toMatchObject({ exit: 0 })
  const report = JSON.parse(good.stdout()) as ChaosReport
  expect(report).toMatchObject({ steps: null, command: { exit: 0 }, failures: [] })
  expect(report.counts.calls).toBeGreaterThan(0)
  expect(report.faults.filter(({ kind, hits }) => kind === '429' && hits > 0)).toHaveLength(1)
  expect(await bad.ended).toBe(11)
  expect(JSON.parse(bad.stdout())).toMatchObject({
    command: { exit: 3 },
    failures: [{ kind: 'command-failed', count: 1 }],
  })
})
