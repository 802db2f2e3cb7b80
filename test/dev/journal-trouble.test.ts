import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { appendDelivery, listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { deliver, eventText, signed } from '../gateway/support.ts'
import { someDelivery } from '../support/delivery.ts'
import { begin, ok } from '../support/dev/background-session.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

const appKey = 'app.acme.loyalty'

/** A project for the live platform, so that `webhook listen` needs no emulator: only the journal is in its state folder. */
async function makeLiveProject(): Promise<DevProject> {
  const project = await makeDevProject()
  project.append(
    '[targets.live]\nbase_url = "https://api.example.com"\nadmin_url = "https://admin.example.com"\nclient_id = "cli_0123456789abcdef"\n',
  )
  return { ...project, env: { ...project.env, SVCAPP_SIGNING_SECRET: '5e'.repeat(32) } }
}

const listenArgv = ['webhook', 'listen', '--target', 'live', '--no-register', '--port', '0', '--ndjson']

async function startListening(project: DevProject): Promise<{ readonly run: DevRun; readonly url: string }> {
  const run = runCli(project, listenArgv)
  await expect.poll(() => run.stdout() + run.stderr()).toContain('"event":"listening"')
  const listening = run.events().find(({ event }) => event === 'listening')
  return { run, url: new URL(String(listening?.['url'])).origin }
}

async function stop(run: DevRun): Promise<void> {
  run.child.kill('SIGINT')
  expect(await run.ended, run.stderr()).toBe(130)
}

function makeJournal(home: string): string {
  mkdirSync(home, { mode: 0o700 })
  const path = join(home, 'journal.db')
  const journal = openJournal({ path, appKey })
  for (let at = 0; at < 100; at++) {
    appendDelivery(journal, someDelivery({ eventId: `old-${at}`, body: Buffer.alloc(2000, 'x') }))
  }
  journal.close()
  return path
}

/** Event ids of a journal that is sound. */
function keptIn(path: string): (string | null)[] {
  const journal = openJournal({ path, appKey })
  try {
    expect(journal.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return listDeliveries(journal, { limit: 10_000 }).map(({ eventId }) => eventId)
  } finally {
    journal.close()
  }
}

const damages: readonly [string, (path: string) => void][] = [
  [
    'an empty journal',
    (path) => {
      truncateSync(path, 0)
      utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60)
    },
  ],
  ['half a journal', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  [
    'a smashed page',
    (path) => {
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 8192)
      closeSync(file)
    },
  ],
  ['a text in its place', (path) => writeFileSync(path, 'hello\n'.repeat(100))],
]

describe('a broken journal', () => {
  it.each(damages)(
    'app webhook listen with %s reports the location, and accepts deliveries (P12)',
    async (_what, damage) => {
      const project = await makeLiveProject()
      const path = makeJournal(project.home)
      damage(path)
      const damaged = readFileSync(path)

      const { run, url } = await startListening(project)
      const answer = await deliver(url, eventText('new-1'), signed(eventText('new-1')))
      await stop(run)

      const notice = run.events().find(({ event }) => event === 'notice')
      const movedTo = /moved to (\S+)\./.exec(String(notice?.['text']))?.[1] ?? ''
      expect(readFileSync(movedTo).equals(damaged)).toBe(true)
      expect(answer.status).toBe(200)
      expect(keptIn(path)).toEqual(['new-1'])
    },
  )

  it('app dev starts fully with a truncated journal, and the next start has nothing to report (P12)', async () => {
    const project = await makeDevProject()
    const path = makeJournal(project.home)
    truncateSync(path, Math.floor(statSync(path).size / 2))

    const argv = ['dev', '--approve', '--once', '--yes', '--json', ...freePorts]
    const first = runCli(project, argv)
    const exits = [await first.ended]
    const second = runCli(project, ['dev', '--approve', '--yes', '--json', ...freePorts])
    await expect.poll(() => second.stdout()).toContain('"event":"installed"')
    await stop(second)

    expect(exits, first.stderr()).toEqual([0])
    const movedTo = /moved to (\S+)\./.exec(first.stdout())?.[1] ?? ''
    expect(existsSync(movedTo)).toBe(true)
    expect(second.stdout()).not.toContain('The journal was damaged')
    expect(keptIn(path)).toEqual(project.seen())
  })

  it('app dev in the background reports the location of a truncated journal to the caller (P12)', async () => {
    const project = await makeDevProject()
    const path = makeJournal(project.home)
    truncateSync(path, Math.floor(statSync(path).size / 2))

    const run = runCli(project, [...begin, ...freePorts])
    const exit = await run.ended
    const again = runCli(project, [...begin, ...freePorts])
    await again.ended
    await ok(project, ['dev', 'stop', '--json'])

    expect([exit, run.events()], run.stderr()).toMatchObject([0, [{ started: true }]])
    const movedTo = /The journal was damaged and moved to (\S+)\./.exec(run.stderr())?.[1] ?? ''
    expect(existsSync(movedTo)).toBe(true)
    expect(again.stderr()).not.toContain('The journal was damaged')
  })
})

/** Whether this user may mount: a file system of two megabytes is the only honest full disk. */
function mountSmall(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-full-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'tmpfs', folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return null
}

function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}

interface FullDisk {
  /** The only thing on it but for the state. */
  readonly ballast: string
  readonly journal: string
  readonly run: DevRun
  /** Sends a delivery of 60 kB; its status. */
  readonly send: (eventId: string) => Promise<number>
  /** What was answered with this status, in order. */
  readonly answered: (status: number) => string[]
}

/** `webhook listen` with its state on a disk of two megabytes, half of which is taken. */
async function listenOnSmallDisk(home: string): Promise<FullDisk> {
  onTestFinished(() => unmount(home))
  const ballast = join(home, 'ballast')
  writeFileSync(ballast, Buffer.alloc(1_000_000))
  const project = await makeLiveProject()
  const { run, url } = await startListening({ ...project, env: { ...project.env, SVCAPP_HOME: home } })
  const answers: { eventId: string; status: number }[] = []
  const send = async (eventId: string) => {
    const body = eventText(eventId, { data: { text: 'x'.repeat(60_000) } })
    const { status } = await deliver(url, body, signed(body))
    answers.push({ eventId, status })
    return status
  }
  const answered = (wanted: number) => answers.filter(({ status }) => status === wanted).map(({ eventId }) => eventId)
  return { ballast, journal: join(home, 'journal.db'), run, send, answered }
}

describe('a full disk', () => {
  it('returns 503 while full and 200 again without a restart, and journals every event with a 2xx (P11)', async ({
    skip,
  }) => {
    const home = mountSmall() ?? skip('mounting a tmpfs needs Linux and root')
    const { ballast, journal, run, send, answered } = await listenOnSmallDisk(home)

    const before = await send('before')
    for (let at = 0; at < 100 && answered(503).length === 0; at++) await send(`filling-${at}`)
    const whileFull = [await send('full-1'), ...(await Promise.all(['full-2', 'full-3', 'full-4'].map(send)))]
    rmSync(ballast)
    const after = [await send('after-1'), await send('after-2')]
    await stop(run)

    expect([before, whileFull, after]).toEqual([200, [503, 503, 503, 503], [200, 200]])
    expect(new Set(keptIn(journal))).toEqual(new Set(answered(200)))
  })

  it('a run stopped while the disk is full exits cleanly with an intact journal (P11)', async ({ skip }) => {
    const home = mountSmall() ?? skip('mounting a tmpfs needs Linux and root')
    const { ballast, journal, run, send, answered } = await listenOnSmallDisk(home)
    for (let at = 0; at < 100 && answered(503).length === 0; at++) await send(`e-${at}`)
    // What small writes would still find.
    expect(() => appendFileSync(ballast, Buffer.alloc(2_000_000))).toThrow('ENOSPC')

    await stop(run)

    rmSync(ballast)
    expect(answered(200).length).toBeGreaterThan(1)
    expect(new Set(keptIn(journal))).toEqual(new Set(answered(200)))
  })
})
