import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorExec from '../../../src/commands/emulator/exec.ts'
import type { Foreground, ForegroundRun } from '../../../src/context.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, type ContextOverrides } from '../../support/context.ts'
import { plainAppToml } from '../../support/project.ts'
import { nodeSend } from '../../support/served.ts'

/** A project folder, and a command that is looked at instead of being run. */
function makeRun(look: (run: ForegroundRun) => Promise<number>, overrides: ContextOverrides & { toml?: string } = {}) {
  const { toml = plainAppToml, ...given } = overrides
  const runs: ForegroundRun[] = []
  const foreground = (): Foreground => ({
    signal: new AbortController().signal,
    run: async (run) => {
      runs.push(run)
      return look(run)
    },
  })
  const context = makeContext({ send: nodeSend, foreground, now: () => new Date(), ...given })
  writeFileSync(join(context.cwd, 'app.toml'), toml)
  return { context, runs, exec: async (...argv: string[]) => runCommand(EmulatorExec, argv, context) }
}

const ask = async (env: Readonly<Record<string, string>>, path: string, headers: Record<string, string> = {}) =>
  fetch(`${env['SVCAPP_BASE_URL']}/api/apps/v1${path}`, {
    headers: { Authorization: `Bearer ${env['SVCAPP_TOKEN']}`, ...headers },
  })

it('provides a running emulator with the installed app to the command, and leaves nothing behind', async () => {
  const seen: unknown[] = []
  const { exec, runs, context } = makeRun(
    async ({ env }) => {
      const orders = (await (await ask(env, '/orders')).json()) as { totalCount: number }
      const facts = (await (await ask(env, '/context')).json()) as { store: unknown; pinnedRegionId: number }
      seen.push(orders.totalCount > 0, facts.store, facts.pinnedRegionId, existsSync(env['SVCAPP_HOME'] ?? ''))
      return 0
    },
    { env: { SVCAPP_TOKEN: 'of-the-user', SVCAPP_TARGET: 'live', HOME: '/home/somebody' } },
  )

  const { result, exit, stdout, stderr } = await exec(
    '--target',
    'emulator',
    '--',
    'npm',
    'test',
    '--',
    '-t',
    'a b',
    '--keep',
  )

  expect([exit, stdout, stderr]).toEqual([0, '', ''])
  expect(result).toEqual({ command: ['npm', 'test', '--', '-t', 'a b', '--keep'], exit: 0, home: null })
  const [{ env, file, args, cwd, stdout: where }] = runs as [ForegroundRun]
  expect([file, args, cwd, where]).toEqual(['npm', ['test', '--', '-t', 'a b', '--keep'], context.cwd, 'stdout'])
  const storeId = Number(env['SVCAPP_STORE_ID'])
  expect(seen).toEqual([true, { id: storeId, code: 'demo' }, Number(env['SVCAPP_REGION_ID']), true])
  expect(env).toMatchObject({
    HOME: '/home/somebody',
    SVCAPP_APP_KEY: 'app.acme.loyalty',
    SVCAPP_CLIENT_ID: expect.stringMatching(/^cli_/) as string,
    SVCAPP_CLIENT_SECRET: expect.stringMatching(/^cs_/) as string,
    SVCAPP_SIGNING_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    SVCAPP_TOKEN_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    SVCAPP_SCOPES: 'orders.read customers.read',
    SVCAPP_STORE_CODE: 'demo',
    SVCAPP_CREDENTIALS: 'file',
  })
  expect(env['SVCAPP_TOKEN']).not.toBe('of-the-user')
  // The tool uses these secrets for the emulator only if the environment specifies that target.
  expect(env['SVCAPP_TARGET']).toBe('emulator')
  expect(existsSync(env['SVCAPP_HOME'] ?? '')).toBe(false)
  await expect(ask(env, '/orders')).rejects.toThrow('fetch failed')
  expect(existsSync(context.paths.home)).toBe(false)
})

it('exits with the exit code of the command, also with --json, which prints only the document to stdout', async () => {
  const { exec, runs } = makeRun(async () => 143)

  const words = await exec('--', 'node')
  const json = await exec('--json', '--', 'node', '--json')

  expect([words.exit, words.stdout, words.stderr]).toEqual([143, '', ''])
  expect([json.exit, runs[1]?.stdout]).toEqual([143, 'stderr'])
  expect(JSON.parse(json.stdout)).toEqual({ command: ['node', '--json'], exit: 143, home: null })
  for (const { env } of runs) expect(existsSync(env['SVCAPP_HOME'] ?? '')).toBe(false)
})

it('creates the requested store with its name, without products, in the app countries, for a store-wide install', async () => {
  const counts: number[] = []
  const { exec, runs } = makeRun(
    async ({ env }) => {
      const [region = ''] = (env['SVCAPP_REGION_IDS'] ?? '').split(' ')
      const answer = await ask(env, '/orders', { 'X-Region-Id': region })
      counts.push(((await answer.json()) as { totalCount: number }).totalCount)
      return 0
    },
    {
      toml: `install_scope = "store"\ncountries = ["DE", "FR"]\n${plainAppToml}`,
    },
  )

  const { exit, stderr } = await exec('--store', 'Other One', '--seed', 'none', 'node', 'x.js')

  const env = runs[0]?.env ?? {}
  expect([exit, stderr]).toEqual([0, ''])
  expect(env['SVCAPP_STORE_CODE']).toBe('other-one')
  expect((env['SVCAPP_REGION_IDS'] ?? '').split(' ')).toHaveLength(2)
  expect((env['SVCAPP_REGION_IDS'] ?? '').split(' ')).toContain(env['SVCAPP_REGION_ID'])
  expect(counts).toEqual([0])
})

it('keeps the folder with --keep, and shows its path', async () => {
  const { exec } = makeRun(async () => 0)

  const { result, stderr } = await exec('--keep', '--', 'node')

  const home = result?.home ?? ''
  expect(readdirSync(join(home, 'emulator'))).toContain('registry.db')
  expect(existsSync(join(home, 'emulator', 'run.json'))).toBe(false)
  expect(stderr).toContain(`SVCAPP_HOME=${home} app emulator start`)
})

it('stops everything if the command cannot be started', async () => {
  const { exec, runs } = makeRun(async () => Promise.reject(new Error('ENOENT')))

  const { error, exit } = await exec('--', 'no-such-program')

  expect([error?.code, exit]).toEqual(['usage.invalid', 2])
  expect(existsSync(runs[0]?.env['SVCAPP_HOME'] ?? '')).toBe(false)
})

it('exits immediately if a signal arrived before the command', async () => {
  const stopped = new AbortController()
  stopped.abort('SIGTERM')
  const run = async () => Promise.reject(new Error('It must not run.'))
  const { exec } = makeRun(run, { foreground: () => ({ signal: stopped.signal, run }) })

  const { error, exit } = await exec('--', 'node')

  expect([error?.code, exit]).toEqual(['cli.interrupted', 130])
})

it('accepts a command without a leading -- separator', async () => {
  const { exec, runs } = makeRun(async () => 0)

  await exec('--seed', 'none', 'npm', 'test', '--', '-t', 'npm')

  expect([runs[0]?.file, runs[0]?.args]).toEqual(['npm', ['test', '--', '-t', 'npm']])
})

it('needs a command and a project', async () => {
  const { exec } = makeRun(async () => 0)

  expect((await exec()).error?.code).toBe('usage.missing')
  expect((await exec('--')).error?.code).toBe('usage.missing')
  const { error } = await runCommand(EmulatorExec, ['--', 'node'], makeContext())
  expect(error?.code).toBe('project.not-found')
})

it('provides each command its own port and addresses, also if two start together', async () => {
  const { exec, runs } = makeRun(async () => 0, {
    toml: `redirect_uris = ["http://127.0.0.1:4100/auth/callback"]\n${plainAppToml}[dev]\nport = 4100\n`,
  })

  const both = await Promise.all([exec('--', 'npm', 'start'), exec('--', 'npm', 'start')])

  expect(both.map(({ exit, stderr }) => [exit, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ])
  expect(new Set(['4100', ...runs.map(({ env }) => env['PORT'])]).size).toBe(3)
  for (const { env } of runs) {
    expect(env['SVCAPP_REDIRECT_URI']).toBe(`http://127.0.0.1:${env['PORT']}/auth/callback`)
    expect(env['SVCAPP_APP_URL'] ?? '').not.toContain('4100')
  }
})

it('fills the store from a seed file, and lists the seeds for a missing file', async () => {
  const seen: unknown[] = []
  const { exec, context, runs } = makeRun(async ({ env }) => {
    const orders = (await (await ask(env, '/orders')).json()) as { totalCount: number }
    seen.push(orders.totalCount, env['SVCAPP_STORE_CODE'])
    return 0
  })
  const items = [{ sku: 'L-1', quantity: 1 }]
  const seed = { products: [{ name: 'Lamp', sku: 'L-1', prices: { tr: '1' } }], orders: [{ items }, { items }] }
  writeFileSync(join(context.cwd, 'seed.json'), JSON.stringify(seed))

  const seeded = await exec('--seed', 'seed.json', '--', 'npm', 'test')
  const unknown = await exec('--seed', 'smal', '--', 'npm', 'test')

  expect([seeded.exit, ...seen]).toEqual([0, 2, 'demo'])
  expect(unknown.error?.message).toContain('smal does not exist')
  expect(unknown.error?.suggestions?.join(' ')).toContain('none, small, demo, large')
  expect(runs).toHaveLength(1)
})
