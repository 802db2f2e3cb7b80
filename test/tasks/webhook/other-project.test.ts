import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import WebhookReplay from '../../../src/commands/webhook/replay.ts'
import WebhookTrigger from '../../../src/commands/webhook/trigger.ts'
import WebhookWhy from '../../../src/commands/webhook/why.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { ports } from '../../../src/tasks/doctor/machine/ports.ts'
import { addDelivery, APP, SECRET } from '../../inspector/fixture.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'
import { nodeSend } from '../../support/served.ts'
import { runCheck } from '../doctor/support.ts'

/** An app that listens in its own folder, and says each request that it gets. */
async function startApp(appToml: string | null) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-other-')))
  if (appToml !== null) writeFileSync(join(dir, 'app.toml'), appToml)
  writeFileSync(
    join(dir, 'server.cjs'),
    `require('node:http').createServer((request, response) => { console.log(request.url); response.end() })
       .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`,
  )
  const child = spawn(process.execPath, ['server.cjs'], { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  child.stdout.on('data', (chunk: Buffer) => said.push(...chunk.toString().trim().split('\n')))
  return { port: Number(first), name: `node server.cjs (pid ${child.pid}) in ${dir}`, said }
}

/** A project whose app is not started, while something else is at the port of app.toml; no emulator runs. */
async function makeFixture(other: string | null) {
  const { port, ...app } = await startApp(other)
  const appToml = `${plainAppToml}[dev]\nport = ${port}\n`
  const project = makeProject({
    appToml,
    send: nodeSend,
    env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
  })
  const { context } = project
  rmSync(context.paths.runFile)
  const journal = openJournal({ path: context.paths.journalDb, appKey: APP })
  onTestFinished(() => journal.close())
  return { ...app, port, context, id: addDelivery(journal) }
}

it.runIf(process.platform === 'linux')(
  "another project's app on the port is reported, and receives nothing",
  async () => {
    const { context, port, name, said, id } = await makeFixture('key = "app.acme.points"\nname = "Points"\n')
    const held = `${name}, app.acme.points`

    const triggered = await runCommand(WebhookTrigger, ['order.paid'], { ...context })
    const replayed = await runCommand(WebhookReplay, [String(id)], { ...context })
    const curl = await runCommand(WebhookTrigger, ['order.paid', '--print-curl'], { ...context })
    const why = await runCommand(WebhookWhy, ['order.paid'], { ...context })
    const doctor = await runCheck(context, ports)

    for (const { exit, error } of [triggered, replayed]) {
      expect([exit, error?.code]).toEqual([8, 'gateway.port-taken'])
      expect(error?.message).toBe(`Port ${port} of the app is in use by another app: ${held}. Nothing was sent to it.`)
    }
    expect(curl.exit).toBe(0)
    expect(why.stdout.replaceAll(/\s+/g, ' ')).toContain(`another program listens at http://127.0.0.1:${port}: ${held}`)
    expect(doctor.found).toContain(`${port} (your app) by ${held}`)
    expect(said).toEqual([])
  },
)

it.runIf(process.platform === 'linux')('a program outside any project may be the app', async () => {
  const { context, said } = await makeFixture(null)

  const { exit } = await runCommand(WebhookTrigger, ['order.paid'], { ...context })

  await expect.poll(() => said).toEqual(['/webhooks'])
  expect(exit).toBe(0)
})
