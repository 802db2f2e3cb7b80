import { createServer } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { freePort } from '../../support/processes/free-port.ts'
import { failureOf, type Run } from '../support/machine.ts'
import { usePlatform } from '../support/platform.ts'

const platform = usePlatform()

/** Holds a port as another program would: this test's own process is its holder. */
async function hold(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  onTestFinished(async () => new Promise<void>((resolve) => void server.close(() => resolve())))
}

/** Four free ports in a row, for an emulator. */
async function fourFree(): Promise<number> {
  for (;;) {
    const first = await freePort()
    const free = await Promise.all([0, 1, 2, 3].map(async (at) => isFree(first + at)))
    if (first < 65_000 && free.every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function expectTaken(run: Run, port: number): void {
  expect(run.exit).toBe(8)
  expect(failureOf(run).code).toMatch(/^(emulator|gateway|install)\.port-taken$/)
  expect(failureOf(run).message).toContain(String(port))
  expect(`${failureOf(run).message} ${failureOf(run).hint}`).toContain(String(process.pid))
}

describe('a port in use', () => {
  it.each([0, 1, 2, 3])(
    'emulator start names the process that uses port %i of four, and occupies no other port (P9 R14)',
    async (at) => {
      const { machine } = platform()
      const first = await fourFree()
      await hold(first + at)

      const run = await machine.run(['emulator', 'start', '--port', String(first), '--json'], {
        env: { SVCAPP_HOME: `${machine.dir}/ports-${at}` },
      })

      expectTaken(run, first + at)
      const others = [0, 1, 2, 3].filter((one) => one !== at)
      expect(await Promise.all(others.map(async (one) => isFree(first + one)))).toEqual([true, true, true])
    },
  )

  it.each(['127.0.0.1', '::1'])(
    'install stops before opening a browser if %s is in use at its redirect address (P9 T16)',
    async (host) => {
      const project = await platform().openProject()
      await hold(project.port, host)

      const run = await project.run(['install', '--timeout', '600', '--json'])

      expectTaken(run, project.port)
      expect(run.stderr).not.toContain('/admin/plugins/install/')
      expect(await platform().requests(project.key)).toEqual([])
    },
  )

  it('install --approve ignores a port in use, because it needs no listener (P9)', async () => {
    const project = await platform().openProject()
    await hold(project.port)

    expect(await project.ok(['install', '--approve'])).toMatchObject({ replaced: false })
  })

  it.each([['--port'], ['--outbound-port']])(
    'dev names the process that uses %s, and leaves nothing running (P9)',
    async (flag) => {
      const project = await platform().openProject()
      const ports = { '--port': await freePort(), '--outbound-port': await freePort() }
      const port = Object.entries(ports).find(([name]) => name === flag)?.[1] ?? 0
      await hold(port)
      const flags = Object.entries(ports).flatMap(([name, value]) => [name, String(value)])

      const run = await project.run(['dev', '--approve', '--yes', '--json', ...flags])

      const lines = run.stdout.trimEnd().split('\n')
      expectTaken({ ...run, stdout: `${lines.at(-1) ?? ''}\n` }, port)
      expect(await isFree(project.port)).toBe(true)
      const { app } = await platform().control<{ app: { webhook_url: string } }>('GET', `/apps/${project.key}`)
      expect(app.webhook_url).toBe(`http://127.0.0.1:${project.port}/webhooks`)
    },
  )
})
