import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { startAppProcess, type AppProcessOptions } from '../../../src/dev/processes/app-process.ts'
import { isAlive } from '../../../src/processes/alive.ts'
import { atThisLoad } from '../../support/machine/machine-load.ts'

interface Lines {
  readonly stream: string
  readonly line: string
}

async function start(script: string, overrides: Partial<AppProcessOptions> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-process-'))
  const file = join(dir, 'app.mjs')
  writeFileSync(file, script)
  const lines: Lines[] = []
  const app = await startAppProcess({
    command: ['node', file],
    dir,
    env: process.env,
    appEnv: {},
    nodePath: process.execPath,
    onLine: (stream, line) => lines.push({ stream, line }),
    ...overrides,
  })
  onTestFinished(async () => {
    await app.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  return { app, lines, dir }
}

it('runs with our Node.js first in PATH, with its secrets only in the environment and without ours', async () => {
  const { app, lines } = await start(
    `console.log(JSON.stringify([process.execPath, process.env.SVCAPP_CLIENT_SECRET, process.env.SVCAPP_HOME, process.env.MINE, process.argv.length]))
     setInterval(() => {}, 1000)`,
    {
      env: { ...process.env, SVCAPP_HOME: '/somewhere', SVCAPP_TOKEN: 'ours', MINE: 'yes' },
      appEnv: { SVCAPP_CLIENT_SECRET: 'cs_canary' },
    },
  )

  await expect.poll(() => lines.length).toBe(1)

  expect(JSON.parse(lines[0]?.line ?? '')).toEqual([process.execPath, 'cs_canary', null, 'yes', 2])
  expect(readFileSync(`/proc/${app.pid}/cmdline`, 'utf8')).not.toContain('cs_canary')
})

it('distinguishes lines by stream', async () => {
  const { app, lines } = await start(`console.log('one\\r\\ntwo'); console.error('bad'); `)

  const end = await app.ended
  await expect.poll(() => lines.length).toBe(3)

  expect(end).toBe('code 0')
  expect(lines).toContainEqual({ stream: 'stdout', line: 'one' })
  expect(lines).toContainEqual({ stream: 'stdout', line: 'two' })
  expect(lines).toContainEqual({ stream: 'stderr', line: 'bad' })
})

it('survives an app that writes endlessly without a line break', async () => {
  const { app, lines } = await start(`
    import { once } from 'node:events'
    const piece = 'x'.repeat(1024 * 1024)
    for (let written = 0; written < 600; written++) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
    process.stdout.write('\\nend\\n')`)

  await app.ended
  await expect.poll(() => lines.map(({ line }) => line.slice(-3))).toEqual(['xx…', 'end'])
})

const family = `
  import { spawn } from 'node:child_process'
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  process.on('SIGTERM', () => {})
  console.log(child.pid)
  setInterval(() => {}, 1000)`

it('stops the whole process tree, including a process that ignores SIGTERM (R13 P15)', async () => {
  const { app, lines } = await start(family)
  await expect.poll(() => lines.length).toBe(1)
  const grandchild = Number(lines[0]?.line)
  expect([isAlive(app.pid), isAlive(grandchild)]).toEqual([true, true])

  const startedAt = performance.now()
  await app.stop()

  expect([isAlive(app.pid), isAlive(grandchild)]).toEqual([false, false])
  expect(performance.now() - startedAt).toBeLessThan(atThisLoad(20_000))
})

it('the whole process tree exits within five seconds after kill -9 of its parent (P15)', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-parent-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'app.mjs'), family)
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startAppProcess } from ${JSON.stringify(join(import.meta.dirname, '../../../src/dev/processes/app-process.ts'))}
       const app = await startAppProcess({ command: ['node', 'app.mjs'], dir: ${JSON.stringify(dir)}, env: process.env, appEnv: {},
         nodePath: process.execPath, onLine: (_, line) => console.log(app.pid + ' ' + line) })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [data] = (await once(parent.stdout, 'data')) as [Buffer]
  const pids = data.toString().trim().split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])

  const killedAt = performance.now()
  parent.kill('SIGKILL')
  await expect.poll(() => pids.map(isAlive), { interval: 50 }).toEqual([false, false])

  // Known only now, because the machine may have become busy meanwhile.
  expect(performance.now() - killedAt).toBeLessThan(atThisLoad(5000))
})

it('starts without a shell and passes arguments literally (T26)', async () => {
  const { app, dir } = await start('', {
    command: ['node', '-e', '0', ';', 'touch', 'pwn', '$(touch pwn)', '`touch pwn`', '&'],
  })

  await app.ended

  expect(existsSync(join(dir, 'pwn'))).toBe(false)
})

it('reports a missing program with its own message', async () => {
  await expect(start('', { command: ['no-such-program'] })).rejects.toMatchObject({
    code: 'dev.app-failed',
    message: expect.stringContaining('no-such-program'),
  })
})

it('a .env file in the project does not change the process that starts it (T29)', async () => {
  const { app, lines, dir } = await start(
    `console.log(process.env.NODE_TLS_REJECT_UNAUTHORIZED ?? 'unset'); setInterval(() => {}, 1000)`,
  )
  writeFileSync(
    join(dir, '.env'),
    'NODE_TLS_REJECT_UNAUTHORIZED=0\nNODE_OPTIONS=--no-warnings\nHTTPS_PROXY=http://evil\n',
  )

  await expect.poll(() => lines.length).toBe(1)

  expect(lines[0]?.line).toBe('unset')
  expect([process.env['NODE_TLS_REJECT_UNAUTHORIZED'], process.env['HTTPS_PROXY']]).toEqual([undefined, undefined])
  await app.stop()
})
