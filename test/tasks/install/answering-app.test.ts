import { createServer, type AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import { openSessionLog } from '../../../src/dev/background/session-log.ts'
import type { TimedEvent } from '../../../src/dev/events/dev-event.ts'
import { approveThroughApp } from '../../../src/dev/installs/app-install.ts'
import { whileAppAnswers } from '../../../src/tasks/install/answering-app.ts'
import { makeContext, type ContextOverrides } from '../../support/context.ts'

/** A port at which something listens, may go and come back. */
async function makePort() {
  const server = createServer((socket) => socket.destroy())
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  await open(0)
  const { port } = server.address() as AddressInfo
  return { port, close, open: () => open(port) }
}

/** A project whose `app dev` has told these events of its app. */
function makeApp(port: number, events: readonly TimedEvent[], overrides: ContextOverrides = {}) {
  const captured = makeContext(overrides)
  const log = openSessionLog({ paths: captured.paths, dir: captured.cwd }, captured.now)
  for (const event of events) log.write(event)
  log.close()
  return { ...captured, app: { dir: captured.cwd, url: new URL(`http://127.0.0.1:${port}/install`) } }
}

const output = (line: string): TimedEvent => ({ event: 'app-output', stream: 'stderr', line })
const started: TimedEvent = { event: 'app-started', command: ['npm', 'start'], pid: 7, url: 'http://127.0.0.1:3000' }

it('shows the last app output if the app stays down, and no emulator error', async () => {
  const { port, close } = await makePort()
  await close()
  const failure = {
    reason: 'npm start has ended.',
    message: 'SyntaxError: Unexpected token',
    location: 'src/server.ts:5',
  }
  const { app, ...context } = makeApp(port, [
    started,
    output('SyntaxError: Unexpected token'),
    { event: 'app-failed', ...failure, advice: null, holder: null, restartInMs: null },
  ])

  const end = whileAppAnswers(context, app, async () => 'done')

  await expect(end).rejects.toMatchObject({
    code: 'net.unreachable',
    message: `The app does not respond at 127.0.0.1:${port}: no process listens there. Its last error: src/server.ts:5  SyntaxError: Unexpected token.`,
    suggestions: ['app dev logs --source app', expect.stringContaining('Fix the app')],
  })
})

it('waits for an app that restarts, and repeats the request during which it stopped', async () => {
  const { port, close, open } = await makePort()
  const { app, ...context } = makeApp(port, [started], { sleep: open })
  let tries = 0

  const end = await whileAppAnswers(context, app, async () => {
    tries += 1
    if (tries > 1) return 'done'
    await close()
    return approveThroughApp(
      {
        send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
        now: () => new Date(),
        sleep: async () => {},
      },
      {
        control: { signInUrl: async () => 'http://127.0.0.1:1/' },
        store: { code: 'demo' },
        regionId: undefined,
        startUrl: app.url,
        redirectUri: app.url.href,
        isInstalled: () => false,
        failedExchange: () => null,
      },
    )
  })

  expect([end, tries]).toEqual(['done', 2])
  expect(context.captured.stderr()).toContain('Waiting for `app dev`')
})
