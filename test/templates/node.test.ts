import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it, onTestFinished } from 'vitest'

import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'
import { isMissing } from '../support/machine/needed-programs.ts'
import { startPostgres } from '../support/postgres.ts'
import { program } from '../support/program.ts'
import { rulesOfTests } from './rules-of-tests.ts'

const tests = join(import.meta.dirname, '../../templates/node/test')

function newApp(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-template-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  return scaffoldWithPackages(cwd)
}

interface Outcome {
  readonly code: number
  readonly output: string
}

async function runNode(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  // A child of a test runner would otherwise report to this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env: { ...env, ...more } })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

const databases = isMissing('postgres') ? 'SQLite (PostgreSQL is not on this machine)' : 'SQLite and PostgreSQL'

async function postgresForTests(): Promise<NodeJS.ProcessEnv> {
  if (isMissing('postgres')) return {}
  const { url, stop } = await startPostgres({ isDurable: false })
  onTestFinished(stop)
  return { TEST_DATABASE_URL: url }
}

describe('a new app of the template node', () => {
  it(`passes its own tests on ${databases}`, async () => {
    const dir = newApp()
    // What its owner commits beside the sources.
    await runNode(dir, [program, 'types'], { SVCAPP_HOME: join(dir, '..', 'state') })
    expect(readdirSync(join(dir, 'src'))).toContain('platform-types.ts')
    // All in one process, which takes half the time; `app emulator exec` has its `npm test` run, with a process for each file.
    const { code, output } = await runNode(
      dir,
      ['--test', '--test-isolation=none', 'test/**/*.test.ts'],
      await postgresForTests(),
    )

    expect(output).toMatch(/fail 0\b/)
    expect(Number(/pass (\d+)/.exec(output)?.[1])).toBeGreaterThan(100)
    expect(code).toBe(0)
  })

  it('passes the type check', async () => {
    const { code, output } = await runNode(newApp(), ['node_modules/typescript/bin/tsc'])

    expect(output).toBe('')
    expect(code).toBe(0)
  })

  it('INST-020 says without its environment what to do, in one sentence', async () => {
    const { code, output } = await runNode(newApp(), ['--env-file-if-exists=.env', 'src/server.ts'])

    expect(code).toBe(1)
    expect(output).toMatch(/SVCAPP_APP_KEY is not set\. .*app env/)
    expect(output).not.toMatch(/^\s+at /m)
  })
})

describe('the tests of the template node', () => {
  it.each(Object.entries(rulesOfTests))('%s has the tests that show its rules', (file, rows) => {
    const source = readFileSync(join(tests, file), 'utf8')

    expect(rows.filter(([, title]) => !source.includes(title))).toEqual([])
  })

  it('carry no ids of documents that their owner does not have', () => {
    const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const marks = files.flatMap(
      (name) => readFileSync(join(tests, name), 'utf8').match(/\b[A-Z]{2,6}-\d{3}\b|['"`][TP]\d{1,2} /g) ?? [],
    )

    expect(marks).toEqual([])
  })
})
