import { createServer } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { installAdvice } from '../../src/install/advice.ts'
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
    target: 'emulator',
    appName: 'Loyalty',
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

it('opens the browser, accepts its response, then releases the port', async () => {
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

it('prints the address and the alternatives if no browser opens', async () => {
  const { obtain, request, notes, interruption } = await makeWait({ openBrowser: async () => false })
  const waiting = obtain(request)
  waiting.catch(() => {})
  setTimeout(() => interruption.abort('SIGINT'), 20)

  await expect(waiting).rejects.toMatchObject({ code: 'cli.interrupted' })
  expect(notes.slice(-2)).toEqual([request.authorizeUrl, installAdvice.emulator.withoutBrowser])
})

it.each([
  ['to a person who has the browser nothing more', true, []],
  [
    'to a script what else there is, for the browser may have nobody before it',
    false,
    [installAdvice.emulator.withoutBrowser],
  ],
])('shows the time limit immediately, and %s', async (_, isInteractive, more) => {
  const { obtain, request, notes, interruption } = await makeWait({ isInteractive })
  const waiting = obtain(request)
  waiting.catch(() => {})
  setTimeout(() => interruption.abort('SIGINT'), 20)

  await expect(waiting).rejects.toMatchObject({ code: 'cli.interrupted' })
  expect(notes).toEqual([
    'Waiting up to 300 s (--timeout) for approval in a browser.',
    'The store admin is open in the browser. Approve the app there.',
    request.authorizeUrl,
    ...more,
  ])
})

it('releases the port when it is interrupted (P15)', async () => {
  const { obtain, request, port, interruption } = await makeWait()
  setTimeout(() => interruption.abort('SIGINT'), 20)

  await expect(obtain(request)).rejects.toMatchObject({ code: 'cli.interrupted', oclif: { exit: 130 } })
  expect(await isFree(port)).toBe(true)
})

it('times out and releases the port', async () => {
  const { obtain, request, port } = await makeWait({ sleep: async () => {} })

  await expect(obtain(request)).rejects.toMatchObject({ code: 'install.timeout' })
  expect(await isFree(port)).toBe(true)
})

it('opens no browser if the port is in use (T16)', async () => {
  const { obtain, request, port, opened } = await makeWait()
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())

  await expect(obtain(request)).rejects.toMatchObject({ code: 'install.port-taken' })
  expect(opened).toEqual([])
})

it.each(['https://app.example.com/cb', 'http://app.example.com/cb', 'https://127.0.0.1:3000/cb', '', 'nonsense'])(
  'cannot wait at %j, and suggests alternatives (INST-026)',
  async (redirectUri) => {
    const { obtain, request, opened } = await makeWait()

    await expect(obtain({ ...request, redirectUri })).rejects.toMatchObject({
      code: 'install.redirect-invalid',
      oclif: { exit: 3 },
      suggestions: expect.arrayContaining([expect.stringContaining('--paste')]) as string[],
    })
    expect(opened).toEqual([])
  },
)

async function* pastes(...texts: string[]) {
  yield* texts
}

const pasteRequest = {
  authorizeUrl: 'https://admin.example/x?state=s',
  redirectUri: 'http://127.0.0.1:3000/cb',
  state: 's',
}

it('accepts the address that the user pastes, and waits for another after a wrong one', async () => {
  const notes: string[] = []
  const right = `http://127.0.0.1:3000/cb?code=${CODE}&state=s`
  const obtain = obtainByPaste({
    addresses: () => pastes('', pasteRequest.authorizeUrl, 'http://localhost:3000/cb', right),
    note: (text) => notes.push(text),
    target: 'live',
  })

  expect(await obtain(pasteRequest)).toEqual({ kind: 'code', code: CODE })
  expect(notes).toEqual([
    'Open this URL in a browser and approve:',
    pasteRequest.authorizeUrl,
    expect.stringContaining(
      'even if the page does not load or shows an error. If the browser stays in the store admin, the app was not approved. Press Ctrl-C.',
    ),
    expect.stringMatching(/^This is the page before Approve\. .* Paste the final URL\.$/),
    'The pasted URL is not the redirect URL: the host is localhost, not 127.0.0.1. Paste the final URL.',
  ])
})

it.each([
  ['live', /SVCAPP_TOKEN/],
  ['emulator', /--approve/],
] as const)('without an address explains how to get one on %s', async (target, other) => {
  const obtain = obtainByPaste({ addresses: () => pastes(), note: () => {}, target })

  await expect(obtain(pasteRequest)).rejects.toMatchObject({
    code: 'usage.missing',
    suggestions: [expect.stringContaining('ssh -t'), expect.stringMatching(other)],
  })
})

it('fails with the reason of the last address when no more arrive', async () => {
  const obtain = obtainByPaste({ addresses: () => pastes('nothing'), note: () => {}, target: 'live' })

  await expect(obtain(pasteRequest)).rejects.toMatchObject({
    code: 'install.paste-invalid',
    details: { reason: 'not-an-address' },
  })
})

it.each([
  ['emulator', /app register/],
  ['live', /^Run `app install --target live --paste` and paste/],
] as const)('has advice for %s if it cannot wait at the redirect address', async (target, advice) => {
  const { obtain, request } = await makeWait({ target })

  const failure: unknown = await obtain({ ...request, redirectUri: 'https://dev.example/cb' }).catch(
    (error: unknown) => error,
  )

  const { suggestions } = failure as { suggestions: string[] }
  expect(suggestions.join('\n')).toMatch(advice)
  expect(/--approve|app register/.test(suggestions.join())).toBe(target === 'emulator')
})
