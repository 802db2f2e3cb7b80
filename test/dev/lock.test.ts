import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { runningSession, lockProject, type SessionFacts } from '../../src/dev/lock.ts'
import { trustCommand } from '../../src/dev/trust.ts'
import { lockFolder } from '../../src/emulator/files/folder-lock.ts'
import { statePaths } from '../../src/project/paths.ts'
import { sessionPlace } from '../../src/project/platforms/session-place.ts'

/** What one that has said nothing yet is known by. */
const silent = {
  platform: 'default',
  appKey: null,
  target: null,
  origin: null,
  startUrl: null,
  since: null,
  flags: null,
  appPid: null,
  isInstalled: null,
  installFailure: null,
  notices: [],
  ready: null,
}

function makeFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return { dir, paths: statePaths({ env: {}, dataDir: join(dir, 'state') }) }
}

/** Leaves the note of a run that was killed, whose lock the system has released. */
function leaveBehind(facts: SessionFacts): void {
  const note = { run: 'deadbeef0000', pid: 666, target: 'emulator' }
  writeFileSync(`${sessionPlace(facts)}.json`, JSON.stringify(note))
}

it('ignores the note of a killed run while the next run starts (P14)', () => {
  const { dir, paths } = makeFolder()
  const lock = lockProject({ paths, dir, pid: 4711 })
  // What a reader finds that comes after the lock was taken and before the note is written.
  leaveBehind({ paths, dir })
  const before = runningSession({ paths, dir })
  lock.publish({ target: 'emulator' })
  const after = runningSession({ paths, dir })
  lock.release()

  expect([before, after?.pid]).toEqual([null, 4711])
})

it('a run that cannot write its note still blocks other runs (P14)', () => {
  const { dir, paths } = makeFolder()
  const lock = lockProject({ paths, dir, pid: 4711 })
  rmSync(`${sessionPlace({ paths, dir })}.json`)

  expect(() => lockProject({ paths, dir, pid: 4712 })).toThrow(
    expect.objectContaining({ code: 'dev.already-running', details: { pid: null } }),
  )
  lock.release()
  expect(readdirSync(join(paths.home, 'dev'))).toEqual(['sessions.lock'])
})

it('the second run in a project gets the pid of the first, and starts after the first exits (P14)', () => {
  const { dir, paths } = makeFolder()
  const first = lockProject({ paths, dir, pid: 4711 })

  expect(() => lockProject({ paths, dir, pid: 4712 })).toThrow(
    expect.objectContaining({ code: 'dev.already-running', message: expect.stringContaining('pid 4711') }),
  )
  first.release()
  const second = lockProject({ paths, dir, pid: 4712 })

  expect(second.release).not.toThrow()
})

it('other processes see the run in a project, and nothing left by a killed run (P14)', () => {
  const { dir, paths } = makeFolder()
  const states = [runningSession({ paths, dir })]
  const lock = lockProject({ paths, dir, pid: 4711 })
  states.push(runningSession({ paths, dir }))
  lock.publish({ target: 'emulator', startUrl: 'http://127.0.0.1:3000/auth/start' })
  states.push(runningSession({ paths, dir }))
  const [file = ''] = readdirSync(join(paths.home, 'dev')).filter((name) => name.endsWith('.json'))
  const left = readFileSync(join(paths.home, 'dev', file))
  lock.release()
  states.push(runningSession({ paths, dir }))
  writeFileSync(join(paths.home, 'dev', file), left)
  states.push(runningSession({ paths, dir }))

  expect(states).toEqual([
    null,
    { ...silent, pid: 4711 },
    { ...silent, pid: 4711, target: 'emulator', startUrl: 'http://127.0.0.1:3000/auth/start' },
    null,
    null,
  ])
})

it('concurrent readers never mistake a new start for the killed run or prevent it from starting (P14)', async () => {
  const { dir, paths } = makeFolder()
  const script = `
    import { runningSession } from ${JSON.stringify(join(import.meta.dirname, '../../src/dev/lock.ts'))}
    const facts = ${JSON.stringify({ paths, dir })}
    let isOver = false
    process.stdin.on('end', () => (isOver = true)).resume()
    const seen = new Set()
    const look = () => {
      for (let times = 0; times < 20; times++) {
        const pid = runningSession(facts)?.pid ?? null
        if (!seen.has(pid)) console.log(pid)
        seen.add(pid)
      }
      if (!isOver) setImmediate(look)
    }
    look()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  await expect.poll(() => said).toContain('null')
  lockProject({ paths, dir, pid: 4711 }).release()
  for (let run = 0; run < 40; run++) {
    leaveBehind({ paths, dir })
    lockProject({ paths, dir, pid: 4711 }).release()
  }
  const lock = lockProject({ paths, dir, pid: 4711 })
  await expect.poll(() => said).toContain('4711')
  lock.release()
  child.stdin.end()
  await once(child, 'close')

  expect(said.trim().split('\n').toSorted()).toEqual(['4711', 'null'])
})

it('the same folder under another name is the same project, but another folder is not (P14)', () => {
  const { dir, paths } = makeFolder()
  const other = makeFolder()
  const first = lockProject({ paths, dir, pid: 1 })
  onTestFinished(first.release)

  expect(() => lockProject({ paths, dir: join(dir, 'state', '..'), pid: 2 })).toThrow(/already/)
  const second = lockProject({ paths, dir: other.dir, pid: 2 })
  second.release()

  expect(statSync(join(paths.home, 'dev')).mode & 0o077).toBe(0)
})

it('creates nothing behind a state folder that is a link (T20)', () => {
  const { dir, paths } = makeFolder()
  const victim = join(dir, 'victim')
  mkdirSync(victim)
  symlinkSync(victim, paths.home)
  const expected = expect.objectContaining({ code: 'storage.symlink' })

  expect(() => lockProject({ paths, dir, pid: 1 })).toThrow(expected)
  expect(() => trustCommand({ paths, dir, command: ['npm', 'start'] })).toThrow(expected)
  expect(() => lockFolder(paths.emulatorDir, () => null)).toThrow(expected)
  expect(readdirSync(victim)).toEqual([])
})

it('the lock of a killed process is free within two seconds (P14)', async () => {
  const { dir, paths } = makeFolder()
  const script = `
    import { runningSession, lockProject } from ${JSON.stringify(join(import.meta.dirname, '../../src/dev/lock.ts'))}
    // Kept, as a session keeps it: a lock that nobody holds any more may be collected.
    globalThis.lock = lockProject({ paths: ${JSON.stringify(paths)}, dir: ${JSON.stringify(dir)}, pid: process.pid })
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(() => lockProject({ paths, dir, pid: 2 })).toThrow(expect.objectContaining({ details: { pid: child.pid } }))

  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = lockProject({ paths, dir, pid: 2 })

  expect(lock.release).not.toThrow()
})

it('each registration in a folder has its own session', () => {
  const { dir, paths } = makeFolder()
  const staging = { dir, paths: { ...paths, registration: 'staging' } }
  const lock = lockProject({ dir, paths, pid: 1, appKey: 'app.acme.loyalty' })
  const other = lockProject({ ...staging, pid: 2, appKey: 'app.acme.staging' })
  onTestFinished(() => other.release())

  expect([runningSession({ dir, paths })?.pid, runningSession(staging)?.pid]).toEqual([1, 2])
  expect(() => lockProject({ ...staging, pid: 3 })).toThrow('for app.acme.staging (pid 2)')
  lock.release()
  expect([runningSession({ dir, paths }), runningSession(staging)?.pid]).toEqual([null, 2])
})
