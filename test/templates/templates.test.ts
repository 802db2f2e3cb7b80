import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it, onTestFinished } from 'vitest'

import { installPacked } from '../../scripts/build/packed.ts'
import { templateNames, type TemplateName } from '../../src/scaffold/templates.ts'
import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'
import { isLong } from '../support/machine/long-run.ts'
import { program } from '../support/program.ts'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-template-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** Runs a command line in a folder, with `app` as the program that is given. Answers with all that it wrote; what fails is shown whole. */
function shellIn(cwd: string, bin: string): (line: string) => Promise<string> {
  const home = folder()
  writeFileSync(join(home, 'app'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
  chmodSync(join(home, 'app'), 0o755)
  const PATH = [home, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  // A child of a test runner would otherwise report to this one.
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  const env = { ...rest, PATH, SVCAPP_HOME: join(home, 'state') }
  return async (line) => {
    try {
      const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], { cwd, env, maxBuffer: 1e8 })
      return stdout + stderr
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
      throw new Error(`${line}: ${stdout.slice(-3000)}${stderr.slice(-3000)}`, { cause: error })
    }
  }
}

/** The commands that AGENTS.md of an app names, one a line. */
function commandsOf(dir: string): readonly string[] {
  const [, block = ''] = /```(?:sh)?\n([\s\S]*?)```/.exec(readFileSync(join(dir, 'AGENTS.md'), 'utf8')) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +#.*/, ''))
}

/** Runs each of them and looks at what it says, where that tells more than its exit. */
async function runAll(commands: readonly string[], run: (line: string) => Promise<string>): Promise<void> {
  for (const command of commands) {
    // The default limit of 30 s is not part of these tests.
    const output = await run(command.replace(/^app check --yes/, '$& --timeout 3600'))
    if (/^npm test$|^node --test/.test(command)) expect(Number(/pass (\d+)/.exec(output)?.[1])).toBeGreaterThan(0)
    if (command.startsWith('app check --yes')) expect(output).toMatch(/: \d{3} passed, \d+ skipped in /)
  }
}

/** The tests of `npm test` in half of its time. */
const testInOneProcess = "node --test --test-isolation=none 'test/**/*.test.ts'"

describe.each(templateNames.filter((name) => name !== 'node'))('a new app of the template %s', (template) => {
  it('passes its own tests and the type check', async () => {
    const dir = scaffoldWithPackages(folder(), template)

    await runAll([testInOneProcess, 'npm run types'], shellIn(dir, program))
  })
})

// A whole check takes seconds of both cores: that of one template in each run.
it('a new app of the template node passes every command in its AGENTS.md', async () => {
  const dir = scaffoldWithPackages(folder())
  const commands = commandsOf(dir)

  expect(commands).toEqual(expect.arrayContaining(['npm install', 'npm test', 'app check --yes']))
  // What is installed here is what the lock file names; long runs ask the registry.
  await runAll(
    commands.filter((command) => command !== 'npm install'),
    shellIn(dir, program),
  )
})

/** Made by the program of the packed package, with nothing but the registry. */
async function packedApp(template: TemplateName): Promise<{ readonly dir: string; readonly bin: string }> {
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: join(import.meta.dirname, '../..') })
  const { bin, remove } = installPacked({ isCold: false })
  onTestFinished(remove)
  const cwd = folder()
  await shellIn(cwd, bin)(`app init app.acme.packed --template ${template} --yes --no-install --no-git --dir made`)
  return { dir: join(cwd, 'made'), bin }
}

describe.runIf(isLong)('from the packed package, with only the registry', () => {
  it.each(templateNames)('a new app of %s passes every command in its AGENTS.md', async (template) => {
    const { dir, bin } = await packedApp(template)

    await runAll(commandsOf(dir), shellIn(dir, bin))
  })
})
