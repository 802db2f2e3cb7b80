import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { logFile, logged, openSessionLog, readSessionLog } from '../../../src/dev/background/session-log.ts'
import type { TimedEvent } from '../../../src/dev/events/dev-event.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { AppError } from '../../../src/errors.ts'
import { statePaths } from '../../../src/project/paths.ts'

function makePlace() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-log-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return { dir, paths: statePaths({ env: {}, dataDir: join(dir, 'state') }) }
}

const now = () => new Date('2026-11-21T12:00:00.000Z')
const output = (line: string): TimedEvent => ({ event: 'app-output', stream: 'stdout', line })
const linesOf = (entries: readonly TimedEvent[]) => entries.flatMap((entry) => ('line' in entry ? [entry.line] : []))

it('stores events with time and source for this user only, and appends to the previous run', () => {
  const place = makePlace()
  for (const line of ['one', 'two']) {
    const log = openSessionLog(place, now)
    log.write(output(line))
    log.close()
  }

  expect(readSessionLog(place)()).toEqual([
    { at: '2026-11-21T12:00:00.000Z', source: 'app', ...output('one') },
    { at: '2026-11-21T12:00:00.000Z', source: 'app', ...output('two') },
  ])
  expect(statSync(logFile(place)).mode & 0o077).toBe(0)
})

it.each([
  [new AppError('cli.interrupted', 'Stopped. All processes have exited.'), 'stop requested'],
  [new AppError('dev.app-failed', 'The app exited (code 1).'), 'The app exited (code 1)'],
])('ends with the reason why the run stopped: %s', async (error, reason) => {
  const place = makePlace()
  const events = async function* () {
    yield output('one')
    throw error
  }

  const drain = async () => {
    for await (const event of logged(events(), openSessionLog(place, now))) expect(event).toEqual(output('one'))
  }

  await expect(drain()).rejects.toBe(error)
  expect(readSessionLog(place)()).toMatchObject([{ line: 'one' }, { event: 'stopped', reason, source: 'platform' }])
})

it('a start rejected because of another session leaves nothing in the log of that session', async () => {
  const place = makePlace()
  const running = lockProject({ ...place, pid: 4711 })
  onTestFinished(running.release)
  const log = openSessionLog(place, now)
  log.write(output('of the one that runs'))
  const refused = async function* (): AsyncGenerator<TimedEvent, void> {
    lockProject({ ...place, pid: 4712 }).release()
    yield output('never')
  }

  const drain = async () => {
    for await (const event of logged(refused(), openSessionLog(place, now))) expect(event).toBeUndefined()
  }

  await expect(drain()).rejects.toMatchObject({ code: 'dev.already-running' })
  expect(readSessionLog(place)()).toMatchObject([{ line: 'of the one that runs' }])
})

it('masks tokens, secrets and links that open the inspector or a store admin (GEN-003)', () => {
  const place = makePlace()
  const log = openSessionLog(place, now)
  const token = `svcapp_1001_1_${'a1'.repeat(20)}`
  log.write(output(`Authorization: Bearer ${token}`))
  log.write(output(`secret cs_${'0f'.repeat(20)} and ${'ab'.repeat(32)}`))
  log.write({ event: 'ready', inspector: 'http://127.0.0.1:4812/#token=abcdef' } as TimedEvent)
  log.write({
    event: 'install-address',
    url: 'http://localhost:4801/admin/sign-in?ticket=abcdef',
    opened: false,
    singleUse: true,
  })

  const text = JSON.stringify(readSessionLog(place)())
  for (const secret of [token, '0f0f', 'abab', 'abcdef']) expect(text).not.toContain(secret)
  expect(text).toContain('"http://localhost:4801/admin/sign-in"')
  // Without a final slash, as every other address is shown.
  expect(text).toContain('"http://127.0.0.1:4812"')
})

it('keeps two log files for any volume, and a reader misses nothing during rotation', () => {
  const place = makePlace()
  const log = openSessionLog(place, now, 2000)
  const read = readSessionLog(place)
  const seen: string[] = []
  for (let at = 0; at < 100; at++) {
    log.write(output(`line ${at}`))
    if (at % 7 === 0) seen.push(...linesOf(read()))
  }
  seen.push(...linesOf(read()))

  expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => `line ${at}`))
  for (const end of ['', '.1']) expect(statSync(logFile(place) + end).size).toBeLessThan(2200)
  expect(existsSync(`${logFile(place)}.2`)).toBe(false)
})

it('skips truncated lines and invalid events, and reads a line once it is complete', () => {
  const place = makePlace()
  const log = openSessionLog(place, now)
  log.write(output('good'))
  appendFileSync(
    logFile(place),
    'null\n[]\n{"at":1}\n{"at":"x","event":"toString"}\n{"at":"2026-11-21T12:00:01.000Z","ev',
  )
  const read = readSessionLog(place)
  const first = linesOf(read())
  appendFileSync(logFile(place), 'ent":"notice","text":"late"}\n')

  expect(first).toEqual(['good'])
  expect(read()).toMatchObject([{ event: 'notice', text: 'late' }])
})

it('stops nothing if the log cannot be written, and continues as soon as it can', () => {
  const place = makePlace()
  const folder = join(place.paths.home, 'dev')
  mkdirSync(folder, { recursive: true })
  symlinkSync('/nowhere', logFile(place))
  const log = openSessionLog(place, now)
  log.write(output('lost'))
  rmSync(logFile(place))
  chmodSync(folder, 0o700)
  log.write(output('kept'))

  expect(linesOf(readSessionLog(place)())).toEqual(['kept'])
})
