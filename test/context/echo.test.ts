import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { runOnTerminal } from '../support/processes/on-terminal.ts'

const program = join(import.meta.dirname, 'asking-command.ts')
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

const [CTRL_C, CTRL_Z, CTRL_BACKSLASH] = ['\u0003', '\u001a', '\u001c']
const SECRET = 'cs_typed_early'

/**
 * Runs a line that starts the program as `app`. Ctrl-\ ends the program's work: the terminal has
 * handled all that was typed before it, and keeps it (noflsh).
 */
function start(line: string) {
  const app = `app() { '${process.execPath}' '${program}' "$@"; }`
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', SHELL: '/bin/sh' }
  const lines = `trap : INT QUIT HUP TERM; stty noflsh; ${app}; echo "at start $(stty -g)"; ${line}; echo "at end $(stty -g)"`
  const run = runOnTerminal({ dir: tmpdir(), env, atEnd: onTestFinished }, lines)
  const ended = new Promise((resolve) => run.child.once('close', resolve))
  const settings = (at: string) => new RegExp(`${at} (\\S+)`).exec(run.screen())?.[1]
  return { ...run, ended, settings, type: (text: string) => void run.child.stdin.write(text) }
}

describe.skipIf(!hasTerminal)('the echo of the terminal', () => {
  it('shows no input typed between two questions, and the next question receives it (T18)', async () => {
    const { screen, shows, type, ended, settings } = start('app asks')

    await shows('First')
    type('first\r')
    await shows('working')
    type(`${SECRET}\r${CTRL_BACKSLASH}`)
    await shows(`length ${SECRET.length}`)
    await ended

    expect(screen()).not.toContain(SECRET)
    expect(settings('at end')).toBe(settings('at start'))
  })

  it.each([
    ['Ctrl-C', 'asks', `${SECRET}${CTRL_C}${CTRL_BACKSLASH}`, 'exit 130'],
    ['an error', 'fails', `${SECRET}${CTRL_BACKSLASH}`, 'exit 1'],
    ['SIGTERM', 'SIGTERM', `${SECRET}${CTRL_BACKSLASH}`, 'exit 130'],
    ['SIGHUP', 'SIGHUP', `${SECRET}${CTRL_BACKSLASH}`, 'exit 130'],
  ])('is restored after %s between two questions (P15)', async (_, manner, typed, exit) => {
    const { screen, shows, type, ended, settings } = start(`app ${manner}; echo "exit $?"`)

    await shows('First')
    type('first\r')
    await shows('working')
    type(typed)
    await ended

    expect(screen()).toContain(exit)
    expect(screen()).not.toContain(SECRET)
    expect(settings('at end')).toBe(settings('at start'))
  })

  it.each([
    ['between two questions', 'working', ''],
    ['at a question', 'First', 'first\r'],
  ])('is restored while Ctrl-Z %s suspends the command, and disabled after fg (P15)', async (_, at, typed) => {
    const line = 'set -m; app asks; echo "suspended $(stty -g)"; read go; fg; set +m'
    const { screen, shows, type, ended, settings } = start(line)

    await shows('First')
    if (at === 'working') type('first\r')
    await shows(at)
    type(CTRL_Z)
    await shows('suspended')
    type('go\r')
    await shows('continued')
    type(typed)
    await shows('working')
    type(`${SECRET}\r${CTRL_BACKSLASH}`)
    await shows(`length ${SECRET.length}`)
    await ended

    expect(screen()).not.toContain(SECRET)
    expect(settings('suspended')).toBe(settings('at start'))
    expect(settings('at end')).toBe(settings('at start'))
  })

  it('is on for a program that runs in the foreground', async () => {
    const { shows, type, ended, screen } = start('app runs')

    await shows('First')
    type('first\r')
    await shows('started')
    type('to cat\r\u0004')
    await shows('ran')
    type(CTRL_BACKSLASH)
    await shows('Second')
    type('\r')
    await ended

    // Once by the terminal, once by cat.
    expect(screen().split('to cat')).toHaveLength(3)
  })
})
