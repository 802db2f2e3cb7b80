import { expect, it, onTestFinished } from 'vitest'

import { serveApp } from '../../../src/kit/server/serve-app.ts'
import { openFile } from '../../../src/kit/sqlite/open-file.ts'
import { makeFakeApp, type FakeApp } from '../fake-app.ts'

/** The address of the kit's own server. */
async function served({ app, log }: FakeApp): Promise<string> {
  await serveApp(
    app,
    { port: 0 },
    { env: {}, exit: () => {}, onSignal: (end) => onTestFinished(end), printError: () => {} },
  )
  const address = () => String(log.find(({ event }) => event === 'listening')?.['url'] ?? '')
  await expect.poll(address).not.toBe('')
  return address()
}

it('responds with 503 while the SQLite database is full, and works without a restart once there is space (K2 K13)', async () => {
  const kit = await makeFakeApp()
  const url = await served(kit)
  const ready = async () => (await fetch(`${url}/readyz`)).status
  // The connection of this process to the same file.
  const { db, close } = await openFile(kit.path, 'migrations')
  onTestFinished(close)
  const before = await ready()

  db.exec('PRAGMA max_page_count = 1')
  let eventId = ''
  let full = new Response(null)
  for (let at = 0; full.status === 200; at += 1) {
    eventId = `evt_${at}`
    full = await kit.deliver({ eventId })
  }
  const whileFull = [full.status, await full.json(), await ready(), (await fetch(`${url}/healthz`)).status]
  db.exec('PRAGMA max_page_count = 1000000')
  const again = await kit.deliver({ eventId })

  expect(before).toBe(200)
  expect(whileFull).toEqual([503, { error: 'try-again' }, 503, 200])
  expect(await again.json()).toEqual({ ok: true, repeated: false })
  expect(await ready()).toBe(200)
})
