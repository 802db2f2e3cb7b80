import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { templateNames, type TemplateName } from '../../../src/scaffold/templates.ts'
import { expectGone, familyOf, logsOf, ok, portsOf, start } from '../../support/dev/background-session.ts'
import { scaffoldWithPackages } from '../../support/dev/scaffolded.ts'
import { isLong } from '../../support/machine/long-run.ts'
import type { RunFolder } from '../../support/run-cli.ts'

interface App extends RunFolder {
  readonly template: TemplateName
}

/** As `app init` leaves them, all with the port that app.toml of a template names. */
function scaffoldApps(count: number): App[] {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-ten-'))
  const ends: (() => void)[] = []
  onTestFinished(() => {
    for (const end of ends) end()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, SVCAPP_HOME: join(root, 'state'), SVCAPP_CREDENTIALS: '' }
  return Array.from({ length: count }, (_, at) => {
    const template = templateNames[at % templateNames.length] ?? 'node'
    const dir = scaffoldWithPackages(join(root, `app${at}`), template)
    return { template, dir, env, atEnd: (work) => void ends.push(work) }
  })
}

/**
 * Holds the ports that all of them prefer, as far as nobody does. A person who works on this machine with svcapp and another state folder may take one of these
 * between two starts, and nothing here knows; which of the ten gets a preferred one that is free is shown in side-by-side.test.ts.
 */
async function holdPreferredPorts(): Promise<void> {
  await Promise.all(
    [3000, 4800, 4810, 4811, 4812].map(async (port) => {
      const server = createServer()
      await new Promise<void>((resolve) => {
        server.once('error', () => resolve())
        server.listen(port, '127.0.0.1', resolve)
      })
      onTestFinished(() => void server.close())
    }),
  )
}

/** Makes the event that the app of this template is for. */
async function makeEvent(app: App): Promise<void> {
  if (app.template !== 'carrier') return void (await ok(app, ['emulator', 'order', 'place', '--paid', '--json']))
  await ok(app, ['emulator', 'provider', 'create', '--kind', 'carrier', '--name', 'Our carrier', '--json'])
  await ok(app, ['emulator', 'provider', 'request', '1', '--json'])
}

it.runIf(isLong && process.platform === 'linux')(
  'starts ten scaffolded apps together with fixed ports, installs, delivers and calls in each, and leaves nothing behind',
  async () => {
    await holdPreferredPorts()
    const apps = scaffoldApps(10)

    const began = performance.now()
    const first = await Promise.all(apps.map(start))
    const readyAfter = performance.now() - began
    for (const app of apps) {
      const events = async () => (await logsOf(app)).map(({ event }) => event)
      await expect.poll(events).toContain('installed')
      await makeEvent(app)
      const told = async () => logsOf(app)
      await expect
        .poll(told)
        .toContainEqual(expect.objectContaining({ event: 'delivery', source: 'gateway', status: 200 }))
      await expect.poll(told).toContainEqual(expect.objectContaining({ event: 'call', status: 200 }))
    }
    const families = first.map(({ pid }) => familyOf(pid))
    await Promise.all(apps.map(async (app) => ok(app, ['dev', 'stop', '--json'])))
    await expectGone(families.flat())
    const second = await Promise.all(apps.map(start))
    const secondFamilies = second.map(({ pid }) => familyOf(pid))
    await Promise.all(apps.map(async (app) => ok(app, ['dev', 'stop', '--json'])))
    await expectGone(secondFamilies.flat())

    expect(first.map(({ started, state }) => [started, state])).toEqual(first.map(() => [true, 'ready']))
    expect(new Set(first.flatMap((running) => portsOf(running).slice(0, 5))).size).toBe(50)
    expect(new Set(first.map(({ platform }) => platform)).size).toBe(10)
    expect(second.map(portsOf)).toEqual(first.map(portsOf))
    expect(readFileSync(join(apps[0]?.dir ?? '', 'app.toml'), 'utf8')).toContain('port = ')
    process.stdout.write(`ten apps ready after ${Math.round(readyAfter)} ms\n`)
  },
)
