import { mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import EmulatorStart from '../../../src/commands/emulator/start.ts'
import EmulatorStatusCommand from '../../../src/commands/emulator/status.ts'
import { onPlatform, platformNames } from '../../../src/project/platforms/choose-platform.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { nodeSend, servedContext } from '../../support/served.ts'

it('start prints its addresses as one line of JSON, serves until interrupted, and leaves no run file', async () => {
  const stop = new AbortController()
  const context = makeContext({ send: nodeSend, interrupted: stop.signal })
  const ended = runCommand(EmulatorStart, ['--port', '0', '--json'], context)
  await expect.poll(() => context.captured.stdout()).toContain('ready')

  const ready = JSON.parse(context.captured.stdout()) as Record<string, string>
  const status = await runCommand(EmulatorStatusCommand, ['--json'], { paths: context.paths, send: nodeSend })
  stop.abort('SIGTERM')
  const { exit, stdout } = await ended

  expect(Object.keys(ready)).toEqual(['event', 'api', 'admin', 'portal', 'storefront', 'pid'])
  expect(JSON.parse(status.stdout)).toMatchObject({ pid: ready['pid'], urls: { api: ready['api'] } })
  expect([exit, stdout.trim().split('\n').length]).toEqual([0, 1])
  const after = await runCommand(EmulatorStatusCommand, [], { paths: context.paths, send: nodeSend })
  expect(after.error?.code).toBe('emulator.not-running')
})

it('a second start exits with 3 and reports the pid of the first (P14)', async () => {
  const { overrides } = await servedContext()

  const { exit, error } = await runCommand(EmulatorStart, ['--port', '0'], overrides)

  expect([exit, error?.code]).toEqual([3, 'emulator.already-running'])
  expect(error?.message).toContain(String(process.pid))
})

it('HOST=0.0.0.0 exits with 2 (T9)', async () => {
  const { exit, error } = await runCommand(EmulatorStart, ['--port', '0'], { env: { HOST: '0.0.0.0' } })

  expect([exit, error?.code]).toEqual([2, 'emulator.bad-request'])
})

it('replaces usual ports that are in use and saves the new ones, but never changes an explicit port', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => {
    // Whoever else holds it does as well.
    holder.on('error', () => resolve()).listen(4800, '127.0.0.1', resolve)
  })
  onTestFinished(() => void holder.close())
  const { paths } = makeContext()
  const start = async (platform: typeof paths) => {
    const stop = new AbortController()
    const context = makeContext({ send: nodeSend, interrupted: stop.signal, paths: platform })
    const ended = runCommand(EmulatorStart, ['--json'], context)
    await expect.poll(() => context.captured.stderr()).toContain('The emulator is running.')
    stop.abort('SIGTERM')
    const { stdout, stderr } = await ended
    const { api } = JSON.parse(stdout) as { api: string }
    return { api, stderr }
  }

  const first = await start(paths)
  const other = await start(onPlatform(paths, 'trial'))
  const again = await start(paths)
  const named = await runCommand(EmulatorStart, ['--port', '4800'], { paths })

  const port = Number(new URL(first.api).port)
  expect(port).not.toBe(4800)
  expect(first.stderr).toContain(`This platform uses ${port} to ${port + 3}`)
  expect(again.api).toBe(first.api)
  expect(other.api).not.toBe(first.api)
  expect([named.exit, named.error?.code]).toEqual([8, 'emulator.port-taken'])
})

it('a failed start creates no new platform and leaves an existing one unchanged', async () => {
  const { paths } = makeContext()
  const holder = createServer()
  await new Promise<void>((resolve) => void holder.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void holder.close())
  const taken = String((holder.address() as AddressInfo).port)
  const old = onPlatform(paths, 'old')
  mkdirSync(old.platformDir, { recursive: true })

  const fresh = await runCommand(EmulatorStart, ['--port', taken], { paths: onPlatform(paths, 'typo') })
  const again = await runCommand(EmulatorStart, ['--port', taken], { paths: old })

  expect([fresh.error?.code, again.error?.code]).toEqual(['emulator.port-taken', 'emulator.port-taken'])
  expect(platformNames(paths)).toEqual(['default', 'old'])
})

it('--seed creates a store with that content once, and only then shows progress and its password', async () => {
  const { paths } = makeContext()
  const start = async (argv: readonly string[], options: { width?: number } = {}) => {
    const stop = new AbortController()
    const context = makeContext({ send: nodeSend, interrupted: stop.signal, paths, ...options })
    const ended = runCommand(EmulatorStart, ['--port', '0', ...argv], context)
    await expect.poll(() => context.captured.stderr()).toContain('The emulator is running.')
    const status = await runCommand(EmulatorStatusCommand, ['--json'], { paths, send: nodeSend })
    stop.abort('SIGTERM')
    const { stores } = JSON.parse(status.stdout) as { stores: number }
    return { ...(await ended), stores }
  }

  const watched = await start(['--seed', 'demo'], { width: 80 })
  const again = await start(['--seed', 'demo', '--json'])
  const small = await start(['--seed', 'small', '--json'])
  const none = await start([])

  expect(watched.stdout).toContain('Created the test store demo.')
  expect(watched.stdout).toContain('(shown only once)')
  expect(watched.stderr).toContain('Filling the store: products 0 of 188\n')
  expect(JSON.parse(again.stdout)).not.toHaveProperty('store')
  const ready = JSON.parse(small.stdout) as Record<string, unknown>
  expect(ready).toMatchObject({
    event: 'ready',
    store: { code: 'small' },
    manager: { email: 'manager@small.shop.example' },
  })
  expect([again, small, none].map(({ stderr }) => stderr.includes('Filling'))).toEqual([false, false, false])
  expect([watched, again, small, none].map(({ stores }) => stores)).toEqual([1, 1, 2, 2])
  expect(none.stdout).not.toContain('Opened')
})

it('an unknown seed exits with 2', async () => {
  const { exit, error } = await runCommand(EmulatorStart, ['--port', '0', '--seed', 'huge'], makeContext())

  expect([exit, error?.message]).toEqual([2, expect.stringContaining('huge')])
})
