import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { lockProject } from '../../src/dev/lock.ts'
import { noteInspector } from '../../src/dev/notes/inspector-note.ts'
import { runningLooks } from '../../src/tasks/running-looks.ts'
import { style } from '../../src/terminal/style.ts'
import { runningLines, type ShownRun } from '../../src/views/dev/running.ts'
import { makeContext } from '../support/context.ts'
import { noteEmulator } from '../support/emulator/run-file.ts'

const run: ShownRun = {
  state: 'ready',
  down: [],
  pid: 4711,
  appPid: 4712,
  dir: '/home/me/loyalty',
  registered: true,
  installed: true,
  next: null,
  since: '2026-11-27T08:00:00.000Z',
  log: '/home/me/.local/share/svcapp/dev/1.log',
  platform: 'default',
  app: 'http://127.0.0.1:3000',
  gateway: 'http://127.0.0.1:4810',
  admin: 'http://localhost:4801',
  portal: 'http://127.0.0.1:4802',
  store: 'demo',
  inspector: 'http://127.0.0.1:4812/',
  health: 'http://127.0.0.1:4812/health',
}

/** What `app dev status` shows in a terminal of this width; 0 for a pipe. */
function shown(width: number, env: Record<string, string> = {}): string {
  const context = makeContext({ ...(width > 0 && { width }), env: { NO_COLOR: '1', ...env } })
  noteEmulator(context.paths)
  const session = { paths: context.paths, dir: '/', pid: process.pid }
  const lock = lockProject(session)
  onTestFinished(lock.release)
  noteInspector(session, 'http://127.0.0.1:4812/#token=havtaSCXnQGME_vlpqIcXw')
  const { terminal } = context
  const looks = { style: style(false), width: terminal.width }
  return runningLines(run, runningLooks(context, looks, { dir: '/', target: 'emulator', store: 'demo' }))
}

it.each([50, 80, 120])('app dev status at %i columns matches the snapshot', async (width) => {
  await expect(`${shown(width)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'snapshots', `dev-status-${width}.txt`),
  )
})

it('app dev status in a pipe prints no sign-in link', () => {
  expect(shown(80)).toContain('#key=')
  expect(shown(0)).not.toContain('#')
  expect(shown(0)).toContain('http://localhost:4801  app open admin')
})

it('a terminal with links shows the short address, which opens the sign-in link', () => {
  const text = shown(50, { FORCE_HYPERLINK: '1' })

  expect(text).toContain('\u001b]8;;http://localhost:4801/open#key=')
  expect(text).toContain('&store=demo\u0007http://localhost:4801\u001b]8;;\u0007')
})

it('app dev status on live shows the target and the public address, and no platform of the emulator', () => {
  const live = { ...run, target: 'live', platform: 'default', tunnel: 'https://dev.example', portal: null }

  const text = runningLines(live, { style: style(false), width: 80 })

  expect(text).toMatch(/ {2}Target +live\n {2}Public +https:\/\/dev\.example\n/)
  expect(text).not.toContain('Platform')
})
