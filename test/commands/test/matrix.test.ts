import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import TestMatrix from '../../../src/commands/test/matrix.ts'
import { runTests } from '../../../src/testing/matrix/run-tests.ts'
import { shapeNames } from '../../../src/testing/shapes.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, type ContextOverrides } from '../../support/context.ts'
import { plainAppToml } from '../../support/project.ts'

/** Tests that suppose a region token: what they are told, and what the platform answers to them, is written as JSON. */
const tests = `
const { SVCAPP_TEST_SHAPE: shape, SVCAPP_BASE_URL: base, SVCAPP_TOKEN: token, SVCAPP_REGION_ID: region, SECRET } = process.env
const headers = { Authorization: 'Bearer ' + token }
const ask = async (path, more) => fetch(base + '/api/apps/v1' + path, { headers: { ...headers, ...more } })
const { scopes } = await (await ask('/context')).json()
const orders = await ask('/orders')
const pinned = await ask('/orders', { 'X-Region-Id': region })
console.log(JSON.stringify({ shape, customers: scopes?.includes('customers.read'), orders: orders.status, pinned: pinned.status, SECRET }))
process.exitCode = orders.status === 200 ? 0 : 3
`

function makeRun(overrides: ContextOverrides = {}) {
  const context = makeContext({
    env: { PATH: process.env['PATH'], SVCAPP_TOKEN: 'of-the-user', SECRET: 'passed on' },
    ...overrides,
  })
  writeFileSync(join(context.cwd, 'app.toml'), plainAppToml)
  writeFileSync(join(context.cwd, 'tests.mjs'), tests)
  return { matrix: (...argv: string[]) => runCommand(TestMatrix, argv, context) }
}

it('runs the tests once for each shape, and reports failures with their output', async () => {
  const { stdout, stderr, exit, error } = await makeRun().matrix('--', process.execPath, 'tests.mjs')

  expect(exit).toBe(11)
  expect(error?.message).toContain('store, payment-pending')
  expect(stderr.trim().split('\n').slice(0, 6)).toEqual([
    'region: passed',
    'store: failed',
    'legacy: passed',
    'two-regions: passed',
    'no-customers: passed',
    'payment-pending: failed',
  ])
  expect(stdout).toContain('store failed with code 3:')
  expect(stdout).toContain(`{"shape":"store","customers":true,"orders":400,"pinned":200,"SECRET":"passed on"}`)
  expect(stdout).toContain(`"shape":"payment-pending","orders":402,"pinned":402`)
  expect(stdout).toMatch(/^no-customers\tpassed/m)
})

it('--json includes every shape, --only selects shapes, and an unrequested scope omits its shape', async () => {
  const passed = await makeRun().matrix('--only', 'region', '--json', '--', process.execPath, '-e', '0')
  const failed = await makeRun().matrix(
    '--only',
    'no-customers,region',
    '--json',
    '--',
    process.execPath,
    '-e',
    'console.log(process.env.SVCAPP_TEST_SHAPE); process.exit(1)',
  )

  expect(passed.exit).toBe(0)
  expect(JSON.parse(passed.stdout)).toMatchObject({ shapes: [{ shape: 'region', result: 'passed', output: [] }] })
  expect(failed.exit).toBe(11)
  expect(JSON.parse(failed.stdout)).toMatchObject({
    command: [process.execPath, '-e', expect.any(String)],
    shapes: [
      { shape: 'region', result: 'failed', exitStatus: 'code 1', output: ['region'] },
      { shape: 'no-customers', result: 'failed', output: ['no-customers'] },
    ],
  })
})

it('rejects a missing command, an unknown shape and a missing program', async () => {
  const { matrix } = makeRun()

  expect(await matrix()).toMatchObject({ error: { code: 'usage.missing' } })
  expect(await matrix('--only', 'regions', '--', 'true')).toMatchObject({
    error: {
      code: 'usage.invalid',
      suggestions: ['--only region', `Use one of these shapes: ${shapeNames.join(', ')}.`],
    },
  })
  expect(await matrix('--only', 'region', '--', './nothing-here')).toMatchObject({
    exit: 2,
    error: { code: 'usage.invalid', message: expect.stringContaining('./nothing-here') },
  })
})

it('an interrupt stops the tests', async () => {
  const stop = new AbortController()
  const { matrix } = makeRun({ interrupted: stop.signal })
  setTimeout(() => stop.abort(), 300)

  const { exit } = await matrix('--only', 'region', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)')

  expect(exit).toBe(130)
})

it('an interrupt while a platform starts also stops the tests', async () => {
  const { end } = await runTests({
    command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    dir: import.meta.dirname,
    env: {},
    appEnv: {},
    nodePath: process.execPath,
    signal: AbortSignal.abort(),
  })

  expect(end).toBe('SIGTERM')
})
