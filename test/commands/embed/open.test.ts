import { once } from 'node:events'
import { createServer } from 'node:http'

import { describe, expect, it, onTestFinished } from 'vitest'

import EmbedOpen from '../../../src/commands/embed/open.ts'
import Register from '../../../src/commands/register.ts'
import StoreOpen from '../../../src/commands/store/open.ts'
import { removeRunFile } from '../../../src/control/run-file.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { AppError } from '../../../src/errors.ts'
import { runCommand } from '../../support/command/command.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

const tomlAt = (port: number) => `${plainAppToml}[manifest]
render_mode = "iframe"
[dev]
port = ${port}
`

/** A registered app with a test store. */
async function ready(options: Parameters<typeof makeProject>[0] = {}) {
  const port = await freePort()
  const opened: string[] = []
  const made = makeProject({ appToml: tomlAt(port), openBrowser: async (url) => opened.push(url) > 0, ...options })
  await runCommand(Register, [], made.context)
  await runCommand(StoreOpen, ['--name', 'Demo', '--empty'], made.context)
  return { ...made, opened, port }
}

async function listenOn(port: number): Promise<void> {
  const server = createServer((_request, response) => response.end('hello'))
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
}

describe('app embed open', () => {
  it('prints a link that signs in once and opens the panel preview, in the given region', async () => {
    const { context, emulator, urls, port, opened } = await ready()
    await listenOn(port)

    const { exit, result } = await runCommand(EmbedOpen, ['--json', '--region', 'de'], context)
    const address = String(result?.url)
    const first = await emulator.fetch(new Request(address))
    const again = await emulator.fetch(new Request(address))
    const next = String(first.headers.get('location'))
    const Cookie = String(first.headers.get('set-cookie')).replace(/;.*/, '')
    const text = await (await emulator.fetch(new Request(next, { headers: { Cookie } }))).text()

    expect([exit, opened, again.status]).toEqual([0, [], 403])
    expect(result).toEqual({ page: 'preview', url: expect.stringMatching(/^http/), singleUse: true, opened: false })
    expect(next).toBe(`${urls.admin}/admin/panel-preview/app.acme.loyalty`)
    expect(text).toContain('<h1>Panel preview: ')
    expect(text).toContain('aria-label="Region de (EUR)"')
  })

  it('opens the browser in an interactive terminal', async () => {
    const { context, port, opened } = await ready()
    await listenOn(port)

    const { result, stdout } = await runCommand(EmbedOpen, [], context)

    expect(opened).toEqual([result?.url])
    expect(stdout).toContain(`${result?.url}\n`)
  })

  it('suggests the command that starts an app that does not run', async () => {
    const { context, port } = await ready()

    const { error, exit } = await runCommand(EmbedOpen, [], context)

    expect([error?.code, exit]).toEqual(['page.unavailable', 8])
    expect(error?.message).toContain(`127.0.0.1:${port}`)
    expect(JSON.stringify(error)).toContain('app dev')
  })

  it('does not suggest app dev while it runs and the app is down or starting', async () => {
    const { context, cwd } = await ready()
    const lock = lockProject({ paths: context.paths, dir: cwd, pid: process.pid })
    onTestFinished(() => lock.release())

    const { error } = await runCommand(EmbedOpen, [], context)

    expect(error).toMatchObject({ code: 'page.unavailable', suggestions: ['app dev logs --source app'] })
    expect(error?.message).toContain('`app dev` is running, so the app has exited or is just starting.')
  })

  it('reports a missing panel, a missing emulator, and that the live platform has no panel preview', async () => {
    const withoutPanel = await ready({ appToml: plainAppToml })
    const alone = makeProject({ appToml: tomlAt(3000) })
    removeRunFile(alone.context.paths, process.pid)
    const live = makeProject({ appToml: tomlAt(3000) })

    const outcomes = [
      await runCommand(EmbedOpen, [], withoutPanel.context),
      await runCommand(EmbedOpen, [], alone.context),
      await runCommand(EmbedOpen, ['--target', 'live'], live.context),
    ]

    expect(outcomes.map(({ error }) => error?.code)).toEqual([
      'embed.no-panel',
      'emulator.not-running',
      'usage.invalid',
    ])
    expect(outcomes.map(({ error }) => error instanceof AppError && error.suggestions.length > 0)).toEqual([
      true,
      true,
      true,
    ])
  })
})
