import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { isAlive } from '../../src/processes/alive.ts'
import { machineNode } from '../support/processes/bundle.ts'

const repository = join(import.meta.dirname, '..', '..')

interface FakeCheckout {
  /** For package.json; `>=99` makes the Node of this test too old. */
  readonly engines?: string
  /** Shell script in the place of the pinned Node; left out, none is installed. */
  readonly pinnedNode?: string
  /** `src/main.ts`; left out, it is not a checkout. */
  readonly main?: string
}

/** A folder with bin/run.js and as much around it as a test needs. */
function makeCheckout({ engines = '>=99', pinnedNode, main }: FakeCheckout): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-run-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const folder of ['bin', 'src', 'node_modules/node/bin']) mkdirSync(join(dir, folder), { recursive: true })
  copyFileSync(join(repository, 'bin/run.js'), join(dir, 'bin/run.js'))
  writeFileSync(
    join(dir, 'package.json'),
    JSON.stringify({ name: 'svcapp', version: '1.2.3', type: 'module', engines: { node: engines } }),
  )
  if (main !== undefined) writeFileSync(join(dir, 'src/main.ts'), main)
  if (pinnedNode !== undefined) {
    const file = join(dir, 'node_modules/node/bin/node')
    writeFileSync(file, `#!/bin/bash\n${pinnedNode}\n`)
    chmodSync(file, 0o755)
  }
  return dir
}

const environment = { PATH: process.env['PATH'], HOME: tmpdir() }

function run(dir: string, argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, [join(dir, 'bin/run.js'), ...argv], {
    encoding: 'utf8',
    env: { ...environment, ...env },
    timeout: 240_000,
  })
  return { stdout, stderr, status, signal }
}

/** Its time is that of a process that starts on a busy machine. */
async function until(isSo: () => boolean, ms = 300_000): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 20) {
    if (isSo()) return true
    await sleep(20)
  }
  return isSo()
}

/** The pinned Node as a shell script that makes the checkout acceptable and becomes the real one: bin/run.js then runs as its own child does. */
const becomeRealNode = `sed -i 's/>=99/>=20/' "$(dirname "$1")/../package.json"; exec "${process.execPath}" "$@"`

const stayingMain = `
import { writeFileSync } from 'node:fs'
export async function main({ root }) {
  process.on('SIGTERM', () => process.exit(7))
  writeFileSync(root + 'pid', String(process.pid))
  setInterval(() => {}, 1000)
}`

async function startStaying(): Promise<{ parent: ChildProcess; childPid: number }> {
  const dir = makeCheckout({ pinnedNode: becomeRealNode, main: stayingMain })
  const parent = spawn(process.execPath, [join(dir, 'bin/run.js')], { env: environment, stdio: 'ignore' })
  onTestFinished(() => void parent.kill('SIGKILL'))
  await until(() => existsSync(join(dir, 'pid')) && readFileSync(join(dir, 'pid'), 'utf8') !== '')
  return { parent, childPid: Number(readFileSync(join(dir, 'pid'), 'utf8')) }
}

describe('bin/run.js', () => {
  it('reports a too old Node in one sentence with the version to install, and exits with 3', () => {
    const { stdout, stderr, status } = run(makeCheckout({}), ['--version'])

    expect(stdout).toBe('')
    expect(stderr).toBe(
      `Error: svcapp needs Node >=99. This is Node ${process.versions.node}.\n` +
        'Try this: Install Node 24 from https://nodejs.org, then run the command again.\n',
    )
    expect(status).toBe(3)
  })

  it('suggests npm ci in a checkout whose pinned Node is not installed', () => {
    const { stderr, status } = run(makeCheckout({ main: stayingMain }))

    expect(stderr).toContain('npm ci')
    expect(status).toBe(3)
  })

  it.each([
    ['^22.22.2 || ^24.15.0 || >=26', true],
    [`^${process.versions.node}`, true],
    [`>=${process.versions.node}`, true],
    ['^20.0.0', false],
    [`^${Number.parseInt(process.versions.node, 10)}.999.0`, false],
    ['>=26', Number.parseInt(process.versions.node, 10) >= 26],
  ])('checks its Node version against the range %s', (engines, fits) => {
    const { stdout } = run(makeCheckout({ engines }), ['--version'])

    expect(stdout.startsWith('svcapp/1.2.3 ')).toBe(fits)
  })

  it('reports a too old Node as one JSON document with --json', () => {
    const { stdout, stderr, status } = run(makeCheckout({}), ['status', '--json'])

    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'cli.old-node',
        message: expect.stringContaining('svcapp needs Node >=99'),
        hint: expect.stringContaining('Node 24'),
      },
    })
    expect([stderr, status]).toEqual(['', 3])
  })

  it('passes arguments, streams, exit code and the local Node path to the pinned Node of a checkout', () => {
    const pinnedNode = 'echo "$SVCAPP_SYSTEM_NODE|${@:2}"; echo careful >&2; exit 42'
    const { stdout, stderr, status } = run(makeCheckout({ pinnedNode, main: stayingMain }), ['call', 'a b', '--json'])

    expect(stdout).toBe(`${process.execPath}|call a b --json\n`)
    expect(stderr).toBe('careful\n')
    expect(status).toBe(42)
  })

  it('prints no secret of the environment under NODE_DEBUG when it starts the pinned Node (T35)', () => {
    const dir = makeCheckout({ pinnedNode: 'echo done', main: '' })

    const { stdout, stderr } = run(dir, [], { NODE_DEBUG: '*', SVCAPP_CLIENT_SECRET: 'cs_canary' })

    expect(stdout).toBe('done\n')
    expect(stderr).not.toContain('cs_canary')
  })

  it('exits by the same signal as the pinned Node', () => {
    const { signal } = run(makeCheckout({ pinnedNode: 'kill -KILL $$', main: stayingMain }))

    expect(signal).toBe('SIGKILL')
  })

  it('does not re-execute twice when the pinned Node is too old as well', () => {
    const pinnedNode = `exec "${process.execPath}" "$@"`
    const { stderr, status } = run(makeCheckout({ pinnedNode, main: stayingMain }))

    expect(stderr).toContain('needs Node >=99')
    expect(status).toBe(3)
  })

  it.each([['/proc/nowhere'], ['/dev/null'], ['/no/such/home']])('starts with the read-only home %s', (HOME) => {
    const dir = makeCheckout({ engines: '>=20', main: 'export const main = () => console.log("started")' })

    expect(run(dir, ['x'], { HOME })).toMatchObject({ stdout: 'started\n', status: 0 })
  })

  it('forwards SIGTERM to the pinned Node and exits with its exit code (P15)', async () => {
    const { parent, childPid } = await startStaying()

    const ended = new Promise((resolve) => parent.once('exit', resolve))
    parent.kill('SIGTERM')

    expect(await ended).toBe(7)
    expect(isAlive(childPid)).toBe(false)
  })

  it('leaves no process running when it is killed with SIGKILL (P15)', async () => {
    const { parent, childPid } = await startStaying()

    expect(isAlive(childPid)).toBe(true)
    parent.kill('SIGKILL')

    expect(await until(() => !isAlive(childPid))).toBe(true)
  })

  const old = machineNode()
  it.skipIf(old === null)('works with any Node on this machine', () => {
    const { stdout, status } = spawnSync(old ?? '', [join(repository, 'bin/run.js'), 'explain', 'net.timeout'], {
      encoding: 'utf8',
      env: environment,
    })

    expect(stdout).toContain('exit 8')
    expect(status).toBe(0)
  })
})
