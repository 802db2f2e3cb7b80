import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isLong } from '../../support/machine/long-run.ts'
import { chromiumPath, isMissing, needing } from '../../support/machine/needed-programs.ts'
import { packageDir } from '../../support/program.ts'
import { testsOfDocs } from '../../support/template/tests-of-docs.ts'

const repository = join(import.meta.dirname, '../../..')
const modules = join(repository, 'node_modules')
let project: string

/** No hook hands a context over. */
const plain = (runner: string) => `
import { test } from '${runner}'
import { startPlatform } from 'svcapp/testing'

test('uses a platform, and fails', async () => {
  await using platform = await startPlatform()
  await platform.control.placeOrder()
  throw new Error('on purpose')
})

test('passes after it', async () => {
  await using platform = await startPlatform()
  await platform.control.setPlan({ plan: 'paid' })
})
`

/** An app that is right by the documents, with the tests of the page beside it, and what npm would have installed. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'svcapp-tested-'))
  cpSync(join(repository, 'test/apps/faulty-app'), project, { recursive: true })
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(packageDir, join(project, 'node_modules/svcapp'), 'junction')
  for (const name of ['vitest', 'playwright-core'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name), 'junction')
  for (const [file, text] of Object.entries(testsOfDocs())) writeFileSync(join(project, file), text)
  writeFileSync(join(project, 'plain.spec.ts'), plain('vitest'))
  writeFileSync(join(project, 'plain.test.ts'), plain('node:test'))
})

afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }))

/** No limits, because the load of the machine is not what these tests are about. */
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--hookTimeout=0', '--testTimeout=0']

interface Ran {
  readonly code: number
  readonly output: string
}

function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const whole = { PATH: process.env['PATH'], HOME: project, NO_COLOR: '1', ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { cwd: project, env: whole }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    )
  })
}

describe('the tests of docs/testing.md', () => {
  it('run with vitest, and a failing test shows the platform activity', async () => {
    const { code, output } = await run([...vitest, 'orders.spec.ts'])

    expect(output).toMatch(/Tests\s+1 failed \| 2 passed/)
    expect(output).toMatch(/on purpose \d+/)
    expect(output).toMatch(/event {2}order\.created evt_\w+, attempt 1: accepted \(200\)/)
    expect(code).toBe(1)
  })

  it('run with node:test, and a failing test shows the platform activity', async () => {
    const { code, output } = await run(['--test', 'node.test.ts'])

    expect(output).toMatch(/pass 2[\s\S]*fail 1/)
    expect(output).toMatch(/test {3}placeOrder\n.*note {3}order\.created was not sent, because no install/)
    expect(code).toBe(1)
  })

  it.runIf(isLong).each([
    ['vitest', [...vitest, 'plain.spec.ts']],
    ['node:test', ['--test', 'plain.test.ts']],
  ])('show what happened in a test that fails, without being told of it: %s', async (_, argv) => {
    const { code, output } = await run(argv)

    expect(output.match(/Platform timeline/g)).toHaveLength(1)
    expect(output).toMatch(/test {3}placeOrder/)
    expect(code).toBe(1)
  })

  it.skipIf(isMissing('chromium'))(
    needing('chromium', 'open the panel in a browser by the library of Playwright'),
    async () => {
      const { code, output } = await run(['--test', 'panel.test.ts'], { CHROMIUM: chromiumPath ?? '' })

      expect(output).toMatch(/pass 1/)
      expect(code).toBe(0)
    },
  )
})
