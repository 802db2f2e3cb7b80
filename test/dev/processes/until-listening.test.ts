import { createServer, type Server } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { untilListening } from '../../../src/dev/processes/until-listening.ts'
import { createAppOwner } from '../../../src/processes/app-owner.ts'
import { freePort } from '../../support/processes/free-port.ts'

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => void server.listen(port, host, resolve))
  onTestFinished(() => void server.close())
  return server
}

/** Waits for an app that is this process, or another one. Time passes after each look at the port: first the patience, then the limit. */
async function waitFor(
  port: number,
  {
    pid = process.pid,
    times = [5000, 60_000],
    exitsAt = 0,
  }: { pid?: number; times?: readonly number[]; exitsAt?: number },
) {
  const appOwner = createAppOwner()
  appOwner.use(pid)
  const events: DevEvent[] = []
  const limits: { ms: number; pass: () => void }[] = []
  let looks = 0
  const { promise: ended, resolve: exit } = Promise.withResolvers<string>()
  const sleep = async (ms: number, signal?: AbortSignal) => {
    if (ms === 50) {
      looks += 1
      if (looks === exitsAt) exit('code 1')
      limits.find(({ ms: limit }) => limit === times[looks - 1])?.pass()
      return new Promise<void>((resolve) => void setTimeout(resolve, 1))
    }
    return new Promise<void>((pass, fail) => {
      limits.push({ ms, pass })
      signal?.addEventListener('abort', () => fail(new Error('over')))
    })
  }
  const emit = (event: DevEvent) => void events.push(event)
  const config = { redirectUris: [`http://127.0.0.1:${port}/auth/callback`], manifest: null, dev: { port } }
  // As much of the context as waiting needs.
  const dev = { tools: { sleep }, options: { project: { config } }, appOwner, emit } as unknown as DevContext
  const how = await untilListening(dev, { ended }, new AbortController().signal)
  return { how, texts: events.map((event) => ('text' in event ? event.text : '')) }
}

it('reports the awaited port after 5, 20 and 40 s, and what to check after 60 s', async () => {
  const port = await freePort()

  const { how, texts } = await waitFor(port, { times: [5000, 20_000, 40_000, 60_000] })

  expect(texts).toEqual(
    [55, 40, 20].map(
      (left) => `Still waiting for the app to listen on port ${port}, at 127.0.0.1 or [::1] (${left} s left).`,
    ),
  )
  expect(how).toEqual({
    what: `does not listen on port ${port} of localhost (127.0.0.1 or [::1]) after 60 s`,
    hints: ['Configure the app to listen on the port in PORT, or set dev.port in app.toml to its port.'],
  })
})

it.runIf(process.platform === 'linux')('names the other program that uses the port', async () => {
  const port = await freePort()
  await listen(port, '127.0.0.1')

  const { how, texts } = await waitFor(port, { pid: 0x7f_ff_ff_ff })

  expect(texts).toEqual([
    expect.stringMatching(`^The app does not listen yet: port ${port} is in use by .*\\(pid ${process.pid}\\)`),
  ])
  expect(how).toEqual({ what: expect.stringContaining('the port is in use by'), hints: ['Stop that program.'] })
})

it.runIf(process.platform === 'linux')(
  'adds the program that uses the port to the hints after the app exits',
  async () => {
    const port = await freePort()
    await listen(port, '127.0.0.1')

    const taken = await waitFor(port, { pid: 0x7f_ff_ff_ff, exitsAt: 2 })
    const free = await waitFor(await freePort(), { exitsAt: 2 })

    expect(taken.how).toEqual({
      what: 'exited (code 1)',
      hints: [
        expect.stringMatching(
          `^Port ${port} is in use by .*\\(pid ${process.pid}\\).*\\. Stop that program, or change dev.port in app.toml.$`,
        ),
      ],
    })
    expect(free.how).toEqual({ what: 'exited (code 1)', hints: [] })
  },
)

it('finds an app that listens on ::1 only, and lists the addresses that browsers cannot open', async () => {
  const port = await freePort()
  await listen(port, '::1')

  const { how, texts } = await waitFor(port, {})

  expect(how).toBeNull()
  expect(texts).toEqual([
    `The app listens on [::1]:${port} but not on 127.0.0.1, so browsers cannot open http://127.0.0.1:${port}/auth/callback. Make it listen on 127.0.0.1, or use localhost in app.toml.`,
  ])
})
