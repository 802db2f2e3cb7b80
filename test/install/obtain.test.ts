import { createServer } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { obtainByBrowser, obtainByPaste, type BrowserTools } from '../../src/install/obtain.ts'
import { freePort } from '../support/processes/free-port.ts'

const CODE = 'ab'.repeat(32)
const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

const forever = (_ms: number, signal?: AbortSignal) =>
  new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))))

async function makeWait(overrides: Partial<BrowserTools> = {}) {
  const port = await freePort()
  const redirectUri = `http://127.0.0.1:${port}/auth/callback`
  const opened: string[] = []
  const notes: string[] = []
  const interruption = new AbortController()
  const obtain = obtainByBrowser({
    openBrowser: async (url) => opened.push(url) > 0,
    note: (text) => notes.push(text),
    sleep: forever,
    interrupted: interruption.signal,
    timeoutMs: 300_000,
    withoutBrowser: 'Another way.',
    isInteractive: true,
    ...overrides,
  })
  const request = { authorizeUrl: 'http://localhost:4801/admin/plugins/install/app.a.b', redirectUri, state: 's' }
  return { port, redirectUri, opened, notes, interruption, obtain, request }
}

/** Whether nobody listens there any more. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

it('opens the browser and takes what it comes back with, then gives the port back', async () => {
  const opened: string[] = []
  const { obtain, request, port } = await makeWait({
    openBrowser: async (url) => {
      void send({ method: 'GET', url: new URL(`${request.redirectUri}?code=${CODE}&state=s`), headers: {} })
      return opened.push(url) > 0
    },
  })

  expect(await obtain(request)).toEqual({ kind: 'code', code: CODE })
  expect(opened).toEqual([request.authorizeUrl])
  expect(await isFree(port)).toBe(true)
})

it('prints the address when there is no browser, and what else there is', async () => {
  const { obtain, request, notes, interruption } = await makeWait({ openBrowser: async () => false })
  const waiting = obtain(request)
  waiting.catch(() => {})
  setTimeout(() => interruption.abort('SIGINT'), 20)

  await expect(waiting).rejects.toMatchObject({ code: 'cli.interrupted' })
  expect(notes.slice(-2)).toEqual([request.authorizeUrl, 'Another way.'])
})

it.each([
  ['to a person who has the browser nothing more', true, []],
  ['to a script what else there is, for the browser may have nobody before it', false, ['Another way.']],
])('says at once how long it waits, and %s', async (_, isInteractive, more) => {
  const { obtain, request, notes, interruption } = await makeWait({ isInteractive })
  const waiting = obtain(request)
  waiting.catch(() => {})
  setTimeout(() => interruption.abort('SIGINT'), 20)

  await expect(waiting).rejects.toMatchObject({ code: 'cli.interrupted' })
  expect(notes).toEqual([
    'Waiting up to 300 s (--timeout) until somebody approves in a browser.',
    'The store admin is open in the browser; approve the app there.',
    request.authorizeUrl,
    ...more,
  ])
})

it('P15 gives the port back when it is interrupted', async () => {
  const { obtain, request, port, interruption } = await makeWait()
  setTimeout(() => interruption.abort('SIGINT'), 20)

  await expect(obtain(request)).rejects.toMatchObject({ code: 'cli.interrupted', oclif: { exit: 130 } })
  expect(await isFree(port)).toBe(true)
})

it('gives up after the time, and gives the port back', async () => {
  const { obtain, request, port } = await makeWait({ sleep: async () => {} })

  await expect(obtain(request)).rejects.toMatchObject({ code: 'install.timeout' })
  expect(await isFree(port)).toBe(true)
})

it('T16 opens no browser when the port is taken', async () => {
  const { obtain, request, port, opened } = await makeWait()
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())

  await expect(obtain(request)).rejects.toMatchObject({ code: 'install.port-taken' })
  expect(opened).toEqual([])
})

it.each(['https://app.example.com/cb', 'http://app.example.com/cb', 'https://127.0.0.1:3000/cb', '', 'nonsense'])(
  'INST-026 cannot wait at %j, and says what can be done',
  async (redirectUri) => {
    const { obtain, request, opened } = await makeWait()

    await expect(obtain({ ...request, redirectUri })).rejects.toMatchObject({
      code: 'install.redirect-unfit',
      oclif: { exit: 3 },
      suggestions: expect.arrayContaining([expect.stringContaining('--paste')]) as string[],
    })
    expect(opened).toEqual([])
  },
)

it('takes the address that a person carries back', async () => {
  const notes: string[] = []
  const obtain = obtainByPaste({
    ask: async () => `http://127.0.0.1:3000/cb?code=${CODE}&state=s`,
    note: (text) => notes.push(text),
  })

  const answer = await obtain({
    authorizeUrl: 'https://admin.example/x',
    redirectUri: 'http://127.0.0.1:3000/cb',
    state: 's',
  })

  expect(answer).toEqual({ kind: 'code', code: CODE })
  expect(notes).toContain('https://admin.example/x')
})
