import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

import { expect, it } from 'vitest'

import { moveAppPort } from '../../../scripts/demo/move-app-port.ts'
import { named, reach } from '../../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../../support/dev/dev-project.ts'
import { scaffoldWithPackages } from '../../support/dev/scaffolded.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { freePorts, runCli, type DevRun } from '../../support/run-cli.ts'
import { stranger } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { openRow } from '../support/inspector-page.ts'
import { shoot } from '../support/picture.ts'

/** The app of the template as `app init` makes it, on a free port, with the packages of this repository. */
async function makeScaffoldedProject(): Promise<DevProject> {
  const made = await makeDevProject()
  const dir = scaffoldWithPackages(join(made.dir, '..'))
  return { ...made, dir, port: await moveAppPort(dir, await freePort()) }
}

async function succeed(project: DevProject, ...argv: string[]): Promise<DevRun> {
  const run = runCli(project, argv)
  expect(await run.ended, run.stderr()).toBe(0)
  return run
}

/** The start page, asked for by a host name of the visitor's choice, which fetch does not allow. */
async function pageOf(base: string, host: string): Promise<string> {
  const outgoing = request(base, { headers: { Host: host } }).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return text(incoming)
}

describeInChromium('the whole loop of app dev', (browser) => {
  it('installs with Approve, places an order, and replays, edits, rejects, dead-letters and retries its delivery', async () => {
    const project = await makeScaffoldedProject()
    const flags = ['--yes', '--ndjson', '--ack', '--retry-delays', '100ms,200ms', ...freePorts]
    const run = runCli(project, ['dev', ...flags])

    // The way in, as a person walks it: signed in as the manager, the app's own page, the consent page, Approve.
    const ready = await reach(run, 'ready')
    const way = await reach(run, 'install-address')
    const owner = await stranger(browser())
    await owner.goto(String(way['url']))
    await shoot(owner, 'dev-loop-1-consent')
    await owner.getByRole('button', { name: 'Approve' }).click()
    await reach(run, 'installed')

    // An order in the store becomes a delivery that the inspector shows while it happens.
    const inspector = await stranger(browser())
    await inspector.setViewportSize({ width: 1440, height: 900 })
    await inspector.goto(String(ready['inspector']))
    await succeed(project, 'emulator', 'order', 'place', '--paid')
    const paid = inspector.locator('#rows li', { hasText: 'order.paid' }).first()
    await paid.waitFor()
    await expect.poll(() => named(run, 'attempt').filter(({ state }) => state === 'delivered').length).toBe(1)
    await openRow(paid)
    await inspector.getByRole('button', { name: 'Replay', exact: true }).waitFor()
    await inspector.emulateMedia({ colorScheme: 'dark' })
    await shoot(inspector, 'dev-loop-2-delivered')
    await inspector.emulateMedia({ colorScheme: 'light' })

    // Replayed with a fresh signature: the app takes it, and handles the event once.
    await inspector.getByRole('button', { name: 'Replay', exact: true }).click()
    await inspector.locator('#rows li', { hasText: 'replay of' }).first().waitFor()

    // Edited into something that is not an event: signed rightly, refused by the app, and the detail says so.
    await inspector.getByRole('button', { name: 'Edit…' }).click()
    await inspector.locator('dialog textarea').fill('{"not":"an event"}')
    await inspector.locator('dialog').getByRole('button', { name: /send/i }).click()
    await inspector.locator('#rows li', { hasText: 'edited' }).first().waitFor()

    // A forgery is refused at the door and counted.
    const gateway = String(ready['gateway'])
    const forged = await fetch(`${gateway}/webhooks`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(forged.status).toBe(401)

    // The app's status page is for the developer: a visitor who came by the public side sees none, whatever host he names.
    const from = async (base: string) => pageOf(base, `localhost:${project.port}`)
    expect(await from(`http://127.0.0.1:${project.port}`)).toContain('Last events')
    expect(await from(gateway)).toContain('This app is running.')
    expect(await from(gateway)).not.toContain('Last events')
    await reach(run, 'rejected')

    // The app's database is held, so the event cannot be kept and the app says try again, until it is a dead letter.
    const holder = new DatabaseSync(join(project.dir, 'data/app.db'))
    // The app may be writing now.
    holder.exec('PRAGMA busy_timeout = 600000; BEGIN IMMEDIATE')
    await succeed(project, 'emulator', 'order', 'place', '--paid')
    const dead = () => named(run, 'attempt').filter(({ state }) => state === 'dead_letter')
    await expect.poll(() => dead().length).toBe(1)
    const row = inspector.locator(`#delivery-${String(dead()[0]?.['deliveryId'])}`)
    await row.getByText('dead').first().waitFor()
    await openRow(row)
    await shoot(inspector, 'dev-loop-3-dead-letter')

    // The database is free; by hand it is tried again and taken.
    holder.close()
    await inspector.getByRole('button', { name: 'Retry' }).click()
    await row.locator('.badge.good').waitFor()
    const list = await succeed(project, 'webhook', 'list', '--state', 'dead_letter', '--json')
    expect(JSON.parse(list.stdout())).toEqual({ deliveries: [] })
    await inspector.getByRole('link', { name: 'Charts' }).click()
    await inspector.locator('#board .chart').first().waitFor()
    await shoot(inspector, 'dev-loop-4-charts')

    run.child.kill('SIGINT')
    expect(await run.ended).toBe(130)
  })
})
