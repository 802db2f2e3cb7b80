import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { appendDelivery, findDelivery, listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { eventText } from '../gateway/support.ts'
import { makeApp } from '../support/app.ts'
import { someDelivery } from '../support/delivery.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { runCli } from '../support/run-cli.ts'

const WRITERS = 5
const ROWS = 100
const REPLAYS = 20

it(`P14 ${WRITERS} processes that write into one new journal at once lose nothing`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-writers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const child = join(import.meta.dirname, 'writing-child.ts')
  const names = Array.from({ length: WRITERS }, (_, at) => `w${at}`)

  const said = await Promise.all(
    names.map((name) => promisify(execFile)(process.execPath, [child, path, name, String(ROWS)])),
  )

  const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  const kept = listDeliveries(journal, { limit: WRITERS * ROWS + 1 })
  const sent = names.flatMap((name) => Array.from({ length: ROWS }, (_, at) => `${name}-${at}`))
  expect(said.map(({ stdout }) => stdout)).toEqual(names.map(() => `${ROWS}\n`))
  expect(kept).toHaveLength(sent.length)
  expect(new Set(kept.map(({ eventId }) => eventId))).toEqual(new Set(sent))
  expect(journal.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

it(`P14 ${REPLAYS} app webhook replay of one delivery at once are ${REPLAYS} attempts`, async () => {
  const project = await makeDevProject()
  const app = await makeApp((_, response) => void response.end(), project.port)
  const journal = openJournal({ path: join(project.home, 'journal.db'), appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  const body = Buffer.from(eventText('e-1'))
  const { id } = appendDelivery(journal, someDelivery({ regionId: '7', body }))
  const secret = {
    ...project,
    env: { ...project.env, SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: '5e'.repeat(32) },
  }

  const runs = Array.from({ length: REPLAYS }, () => runCli(secret, ['webhook', 'replay', String(id), '--json']))
  const exits = await Promise.all(runs.map(({ ended }) => ended))

  expect(exits, runs.map((run) => run.stderr()).join('')).toEqual(runs.map(() => 0))
  expect(app.seen.filter((request) => request.body.equals(body))).toHaveLength(REPLAYS)
  expect(attemptsOfDelivery(journal, id).map(({ status, kind }) => [status, kind])).toEqual(
    runs.map(() => [200, 'replay']),
  )
  expect(findDelivery(journal, id)).toMatchObject({ state: 'delivered', tries: REPLAYS })
})
