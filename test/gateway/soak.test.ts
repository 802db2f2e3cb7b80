import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { makeApp } from '../support/app.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { post, startChild } from './child-gateway.ts'

/** During the first 100,000, V8 still makes the part of the heap for new objects larger. */
const WARM_UP = 100_000
const EVENTS = 200_000
const SENDERS = 16

it.runIf(isLong && process.platform === 'linux')(
  'memory, files and the journal of a gateway do not grow over 100,000 more deliveries, and every row is accounted for (P25)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-soak-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'journal.db')
    const app = await makeApp()
    const { child, port } = await startChild(path, app.port, 'prune')
    const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
    onTestFinished(() => agent.destroy())
    let sent = 0
    const sendUntil = async (last: number) => {
      const sender = async () => {
        while (sent < last) expect(await post(agent, port, `e-${(sent += 1)}`)).toBe(200)
      }
      await Promise.all(Array.from({ length: SENDERS }, sender))
      return { rss: rssOf(child.pid), files: readdirSync(`/proc/${child.pid}/fd`).length }
    }

    const first = await sendUntil(WARM_UP)
    const last = await sendUntil(EVENTS)

    const db = new DatabaseSync(path, { readOnly: true })
    onTestFinished(() => db.close())
    const { kept, newest } = db.prepare('SELECT count(*) AS kept, max(id) AS newest FROM deliveries').get() ?? {}
    const ids = app.seen.map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId)
    const journal = statSync(path).size
    recordFigures({
      deliveries: sent,
      'RSS bytes before': first.rss,
      'RSS bytes after': last.rss,
      'open files before': first.files,
      'open files after': last.files,
      'journal bytes': journal,
      'rows kept': Number(kept),
    })
    expect(sent).toBeGreaterThanOrEqual(EVENTS)
    expect([newest, new Set(ids).size, ids.length]).toEqual([sent, sent, sent])
    expect(kept).toBeLessThan(sent)
    expect(last.rss).toBeLessThan(1.2 * first.rss)
    expect(last.files).toBeLessThanOrEqual(first.files)
    expect(journal).toBeLessThan(24 * 1024 * 1024)
  },
)

/** Returns the resident memory of a process, in bytes. */
function rssOf(pid: number | undefined): number {
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
