import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { countStates } from '../../src/journal/delivery-state.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../src/protocol/webhook-signature.ts'
import { makeApp } from '../support/app.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { isMissing, needing } from '../support/machine/needed-programs.ts'
import { momentsFrom } from '../support/machine/seed.ts'
import { post, startChild, type Running } from './child-gateway.ts'

const KILLS = isLong ? 1000 : 8
const ACK_KILLS = isLong ? 50 : 3
const SENDERS = 16
const killMoment = momentsFrom('gateway')

/** Lets all senders send until the gateway is killed at a random moment after the second 200. Returns the eventIds that got a 200. */
async function sendAndKill({ child, port }: Running, name: string): Promise<string[]> {
  const acknowledged: string[] = []
  const life = { isOver: false }
  const second = Promise.withResolvers<void>()
  const agent = new Agent({ keepAlive: true })
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let at = 0; !life.isOver; at++) {
      const eventId = `${name}-${sender}-${at}`
      const status = await post(agent, port, eventId)
      if (status === 200) {
        acknowledged.push(eventId)
        if (acknowledged.length === 2) second.resolve()
      }
      if (status === null) return
    }
  })
  // However slow the machine is, more deliveries are acknowledged than gateways are killed.
  await Promise.race([second.promise, Promise.all(senders)])
  await new Promise((resolve) => setTimeout(resolve, killMoment(130)))
  child.kill('SIGKILL')
  await once(child, 'exit')
  life.isOver = true
  agent.destroy()
  await Promise.all(senders)
  return acknowledged
}

it(`P1 after ${KILLS} kill -9 of the gateway under ${SENDERS} senders every acknowledged delivery is in the journal`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-kill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const app = await makeApp()
  const acknowledged: string[] = []

  for (let kill = 0; kill < KILLS; kill++) {
    acknowledged.push(...(await sendAndKill(await startChild(path, app.port), `${kill}`)))
  }

  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  const kept = new Set(
    db
      .prepare('SELECT event_id FROM deliveries')
      .all()
      .map((row) => row['event_id']),
  )
  const lost = acknowledged.filter((id) => !kept.has(id))
  recordFigures({ kills: KILLS, acknowledged: acknowledged.length, lost: lost.length })
  expect(acknowledged.length).toBeGreaterThan(KILLS)
  expect(lost).toEqual([])
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

it(`P1 after ${ACK_KILLS} kill -9 of a gateway that answers for the app every acknowledged delivery reaches the app`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-kill-ack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const key = signingKey('5e'.repeat(32))
  const forged: string[] = []
  const taken = new Set<string>()
  let isHolding = false
  const app = await makeApp(({ headers, body }, response) => {
    if (isHolding) return
    const { ok } = verifyWebhook({ key, headers, body, now: new Date() })
    const { eventId } = JSON.parse(body.toString()) as { eventId: string }
    if (ok) taken.add(eventId)
    else forged.push(eventId)
    response.writeHead(ok ? 204 : 401).end()
  })
  const acknowledged: string[] = []

  for (let kill = 0; kill < ACK_KILLS; kill++) {
    // The last gateway delivers nothing, so that the next one has something to deliver.
    isHolding = kill === ACK_KILLS - 1
    acknowledged.push(...(await sendAndKill(await startChild(path, app.port, 'ack'), `${kill}`)))
  }
  const takenBefore = new Set(taken)
  isHolding = false
  await startChild(path, app.port, 'ack')

  const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  await expect.poll(() => countStates(journal).pending ?? 0, { interval: 100 }).toBe(0)
  expect(acknowledged.length).toBeGreaterThan(ACK_KILLS)
  expect(acknowledged.some((id) => !takenBefore.has(id))).toBe(true)
  const lost = acknowledged.filter((id) => !taken.has(id))
  recordFigures({ kills: ACK_KILLS, acknowledged: acknowledged.length, lost: lost.length })
  expect(lost).toEqual([])
  expect(forged).toEqual([])
  expect(Object.keys(countStates(journal))).toEqual(['delivered'])
  expect(journal.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

it.skipIf(isMissing('strace'))(
  needing('strace', 'P2 the sync that covers a delivery returns before its 2xx is written'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-sync-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const trace = join(folder, 'trace')
    const app = await makeApp((_, response) => void response.end('answer-of-the-app'))
    const { child, port } = await startChild(join(folder, 'journal.db'), app.port)
    const strace = spawn('strace', [
      '-f',
      '-s',
      '64',
      '-e',
      'trace=fdatasync,fsync,write,writev',
      '-o',
      trace,
      '-p',
      String(child.pid),
    ])
    let said = ''
    strace.stderr.on('data', (text) => (said += String(text)))
    // Printed when it has attached to all threads.
    await expect.poll(() => said).toContain(' attached')

    const status = await post(new Agent(), port, 'e-1')
    strace.kill('SIGINT')
    await once(strace, 'exit')

    const calls = readFileSync(trace, 'utf8').split('\n')
    const synced = calls.findIndex((line) => /f(data)?sync\(.*= 0/.test(line))
    const answered = calls.findIndex((line) => line.includes('HTTP/1.1 200'))
    expect(status).toBe(200)
    expect(synced).toBeGreaterThanOrEqual(0)
    expect(answered).toBeGreaterThan(synced)
  },
)
