import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { isAlive } from '../../src/processes/alive.ts'
import { processesUnder } from '../support/processes/left-behind.ts'
import { documentOf, errorOf, makeMachine, until } from './support/machine.ts'

const machine = makeMachine()
afterAll(() => machine.close())

/** A copy of an app that needs no packages; what it prints and keeps goes with the test. */
function makeProject(name: string): string {
  const dir = join(machine.dir, name)
  cpSync(join(import.meta.dirname, '../apps/faulty-app'), dir, { recursive: true })
  return dir
}

function bytesOf(dir: string): [string, string][] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }): [string, string] => {
      const path = join(parentPath, name)
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')]
    })
    .toSorted(([a], [b]) => a.localeCompare(b))
}

const env = { TMPDIR: machine.dir }

/** Folders of platforms that are still there. */
const left = () => readdirSync(machine.dir).filter((name) => name.startsWith('svcapp-check-'))

it('leaves the project unchanged, prints one document and writes the reports (P15)', async () => {
  const cwd = makeProject('right')
  const before = bytesOf(cwd)
  const argv = [
    'check',
    '--yes',
    '--json',
    '--only',
    'signature',
    '--timeout',
    '600',
    '--html',
    '../r.html',
    '--junit',
    '../r.xml',
  ]

  const run = await machine.run(argv, { cwd, env })

  // The document first: it says why the exit code is another one.
  expect(documentOf(run)).toMatchObject({
    app: { key: 'app.acme.faulty', name: 'Faulty', installScope: 'region' },
    findings: [],
    skipped: [],
    complete: true,
    counts: { failed: 0, errors: 0, skipped: 0 },
  })
  expect(run.exit).toBe(0)
  expect(bytesOf(cwd)).toEqual(before)
  expect(left()).toEqual([])
  // The developer's own state: not even the agreement is noted.
  expect(existsSync(machine.home)).toBe(false)
  expect(readFileSync(join(machine.dir, 'r.html'), 'utf8')).toContain('ready for review')
  expect(readFileSync(join(machine.dir, 'r.xml'), 'utf8')).toContain('classname="signature" name="signature.genuine"')
})

it.runIf(process.platform === 'linux')(
  'parallel checks of one project leave nothing behind and change nothing, even if Ctrl-C stops them (P15)',
  async () => {
    const cwd = makeProject('shared')
    const before = bytesOf(cwd)
    const argv = ['check', '--yes', '--json', '--only', 'once,signature.genuine', '--timeout', '600']
    const alone = machine.start([...argv.slice(0, 3), '--only', 'signature.genuine', '--timeout', '600'], { cwd, env })
    const moments = Array.from({ length: 4 }, () => Math.round(Math.random() * 4000))

    const ends = await Promise.all(
      moments.map(async (ms) => {
        const started = machine.start(argv, { cwd, env })
        // From then on it has something to tidy up.
        await until(() => left().length > moments.length || started.child.exitCode !== null, 'the platforms')
        await new Promise((resolve) => setTimeout(resolve, ms))
        started.child.kill('SIGINT')
        return started.ended
      }),
    )
    const undisturbed = await alone.ended

    // One that was done before the moment came says so.
    expect(
      ends.map(({ exit }) => exit).filter((exit) => exit !== 130 && exit !== 0),
      `after ${moments.join(', ')} ms`,
    ).toEqual([])
    expect(undisturbed.exit).toBe(0)
    expect(left()).toEqual([])
    expect(bytesOf(cwd)).toEqual(before)
    await until(() => processesUnder(join(machine.dir, 'svcapp-check-')).length === 0, 'the end of all apps')
  },
)

it.runIf(process.platform === 'linux')(
  'a check also stops processes that the app started in a session of their own (P15)',
  async () => {
    const cwd = makeProject('detaches')
    const mark = join(machine.dir, 'detached')
    writeFileSync(
      join(cwd, 'src/server.ts'),
      `import { spawn } from 'node:child_process'
    import { createServer } from 'node:http'
    import { writeFileSync } from 'node:fs'
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
    child.unref()
    writeFileSync(${JSON.stringify(mark)}, String(child.pid))
    createServer((_, answer) => answer.end()).listen(Number(process.env.PORT), '127.0.0.1')`,
    )

    const run = await machine.run(['check', '--yes', '--json'], { cwd, env })

    expect(run.exit).toBe(11)
    expect(isAlive(Number(readFileSync(mark, 'utf8')))).toBe(false)
    expect(processesUnder(join(machine.dir, 'svcapp-check-'))).toEqual([])
  },
)

it('an app that does not start is reported with a file of the project, not of its copy', async () => {
  const cwd = makeProject('unfinished')
  writeFileSync(join(cwd, 'src/server.ts'), "import './not-there.ts'")

  const run = await machine.run(['check', '--yes', '--json'], { cwd, env })

  expect(errorOf(run)).toMatchObject({
    code: 'dev.app-failed',
    hint: expect.stringContaining(`Cannot find module '${join(cwd, 'src/not-there.ts')}'`),
  })
})

it('an app that exits immediately is reported as dev.app-failed with its output', async () => {
  const cwd = makeProject('dies')
  writeFileSync(join(cwd, 'src/server.ts'), "throw new Error('no database')")

  const run = await machine.run(['check', '--yes', '--json'], { cwd, env })

  expect(run.exit).toBe(3)
  expect(errorOf(run)).toMatchObject({ code: 'dev.app-failed', hint: expect.stringContaining('no database') })
  expect(left()).toEqual([])
})

it('an app that does not listen within --timeout gets advice about the time, not about its port', async () => {
  const cwd = makeProject('late')
  writeFileSync(join(cwd, 'src/server.ts'), 'setInterval(() => {}, 1000)')

  const run = await machine.run(['check', '--yes', '--json', '--timeout', '5'], { cwd, env })

  expect(run.exit).toBe(3)
  expect(errorOf(run)).toMatchObject({
    code: 'dev.app-failed',
    hint: 'The time ran out. Retry with a longer --timeout.',
  })
})

it('Ctrl-C stops the check and an app that ignores SIGTERM with 130, and leaves nothing behind (P15)', async () => {
  const cwd = makeProject('stopped')
  const mark = join(machine.dir, 'pid')
  writeFileSync(
    join(cwd, 'src/server.ts'),
    `import { createServer } from 'node:http'
    import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => {})
    createServer(() => {}).listen(Number(process.env.PORT), '127.0.0.1', () => writeFileSync(${JSON.stringify(mark)}, String(process.pid)))`,
  )
  const started = machine.start(['check', '--yes'], { cwd, env })
  await until(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '', 'the app')
  const pid = Number(readFileSync(mark, 'utf8'))

  started.child.kill('SIGINT')
  const run = await started.ended

  expect([run.exit, run.stdout]).toEqual([130, ''])
  await until(() => !isAlive(pid), 'the end of the app')
  expect(left()).toEqual([])
})

it('rejects an unwritable report path before anything runs', async () => {
  const cwd = makeProject('unwritable')
  writeFileSync(join(cwd, 'src/server.ts'), "throw new Error('was started')")

  const run = await machine.run(['check', '--yes', '--json', '--html', 'nowhere/r.html'], { cwd, env })

  expect([run.exit, errorOf(run).code]).toEqual([3, 'storage.unwritable'])
})

it('exits with 2 on an unknown name and with 3 on an unapproved command', async () => {
  const cwd = makeProject('strange')

  const unknown = await machine.run(['check', '--only', 'signatur', '--json'], { cwd, env })
  const untrusted = await machine.run(['check', '--json'], { cwd, env })

  expect([unknown.exit, errorOf(unknown).hint]).toEqual([2, expect.stringContaining('Did you mean signature?')])
  expect([untrusted.exit, errorOf(untrusted).code]).toEqual([3, 'dev.untrusted'])
})
