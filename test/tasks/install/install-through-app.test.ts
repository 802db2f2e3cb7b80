import { expect, it, onTestFinished } from 'vitest'

import Install from '../../../src/commands/install.ts'
import { openSessionLog } from '../../../src/dev/background/session-log.ts'
import { lockProject, type RunningDev } from '../../../src/dev/lock.ts'
import { noteTunnel } from '../../../src/dev/notes/tunnel-note.ts'
import type { Send } from '../../../src/http/wire.ts'
import { withInstalls, type Install as InstallRecord } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeLivePlatform } from '../../support/live-platform.ts'

const ADDRESS = 'https://dev.example does not reach this machine'
const FORWARD =
  'Forward this address to http://127.0.0.1:4810 (the gateway of `app dev`), with path and body unchanged.'

/** A live project whose `app dev` runs, as its notes say, and the number of addresses that were opened. */
async function makeRunning(run: Partial<Omit<RunningDev, 'pid'>>) {
  const platform = await makeLivePlatform()
  const { live, paths, cwd: dir } = platform
  const lock = lockProject({ paths, dir, pid: process.pid })
  onTestFinished(() => lock.release())
  lock.publish(run)
  const opened: string[] = []
  const openBrowser = async (url: string) => opened.push(url) > 0
  let time = Date.now()
  const now = () => new Date((time += 500))
  const install = (send?: Send, more: Parameters<typeof live>[0] = {}) =>
    runCommand(Install, ['--yes', '--timeout', '1'], live({ openBrowser, now, ...(send && { send }), ...more }))
  return { ...platform, dir, opened, install }
}

const started = { target: 'live', startUrl: 'https://dev.example/auth/start' }
const note = { url: 'https://dev.example', gateway: 'http://127.0.0.1:4810', isOwn: true }
const probe = { path: '/p', answer: 'a' }

/** The public address: it reaches the gateway for this many requests. */
function address(requests: number): Send {
  let left = requests
  return async () => ({ status: left-- > 0 ? 200 : 502, headers: {}, body: new TextEncoder().encode('a') })
}

it('opens nothing while the tunnel of app dev is down', async () => {
  const { install, opened, paths, liveApp } = await makeRunning(started)
  noteTunnel({ ...liveApp, paths }, { ...note, probe })

  const { error, exit, stderr } = await install(address(0))

  expect([error?.code, exit, opened]).toEqual(['tunnel.not-open', 8, []])
  expect(error?.message).toContain(ADDRESS)
  expect(error?.suggestions).toEqual([FORWARD])
  expect(stderr).not.toContain('/auth/start')
})

it('warns that a deployed app gets the token if the redirect URL leads there', async () => {
  const { install, paths, liveApp } = await makeRunning({ ...started, startUrl: 'https://prod.example/auth/start' })
  noteTunnel({ ...liveApp, paths }, { ...note, probe })

  const { stderr } = await install(address(1))

  expect(stderr).toContain('is at prod.example, so the app there gets the new token')
  expect(stderr).not.toContain('your app exchanges the code')
})

it('opens nothing while app dev waits for its tunnel', async () => {
  const { install, opened, paths, dir } = await makeRunning({})
  const text = `Still waiting: ${ADDRESS} yet. ${FORWARD}`
  openSessionLog({ paths, dir }, () => new Date()).write({ event: 'tunnel-notice', text })

  const { error } = await install()

  expect([error?.code, opened]).toEqual(['tunnel.not-open', []])
  expect(error?.message).toContain(text)
})

it('reports a tunnel that is down at the end of the wait', async () => {
  const { install, opened, paths, liveApp } = await makeRunning(started)
  noteTunnel({ ...liveApp, paths }, { ...note, probe })

  const { error } = await install(address(1))

  expect([error?.code, opened]).toEqual(['install.timeout', ['https://dev.example/auth/start']])
  expect(error?.suggestions?.slice(0, 2)).toEqual([
    'The tunnel of `app dev` is down, so its public address does not reach this machine.',
    FORWARD,
  ])
})

it('shows store and region of a live install as soon as the session has read them', async () => {
  const { install, paths, liveApp } = await makeRunning(started)
  const exchanged: InstallRecord = {
    ...liveApp,
    storeId: 1001,
    storeCode: null,
    storeName: 'Demo',
    storeDomain: 'demo.example',
    regionId: 2,
    regions: [],
    installScope: 'region',
    scopes: ['orders.read'],
    installedAt: new Date().toISOString(),
    holder: 'app',
  }
  const de = { id: 2, code: 'de', currency: 'EUR' }
  let waits = 0

  const { result, stdout } = await install(undefined, {
    openBrowser: async () => (withInstalls(paths, (installs) => installs.put(exchanged)), true),
    sleep: async () => {
      waits += 1
      if (waits === 3)
        withInstalls(paths, (installs) => installs.put({ ...exchanged, storeCode: 'demo', regions: [de] }))
    },
  })

  expect(result).toMatchObject({ storeCode: 'demo', regions: [de] })
  expect(stdout).toContain('code demo')
})
