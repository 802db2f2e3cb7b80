import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { program } from '../support/program.ts'

const CTRL_C = '\u0003'
const SHOW_CURSOR = '\u001b[?25h'
const HIDE_CURSOR = '\u001b[?25l'

/** util-linux makes a real terminal of two pipes; without it there is nothing to test with. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

/** Runs `app init` in a terminal and presses Ctrl-C at its first question. Around it stands what `stty` says of the terminal. */
async function interruptQuestion(dir: string): Promise<string> {
  const command = `stty -g; '${process.execPath}' '${program}' init; echo "exit $?"; stty -g`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: dir, SVCAPP_HOME: join(dir, 'state'), TERM: 'xterm', SHELL: '/bin/sh' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let screen = ''
  let isPressed = false
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    if (isPressed || !screen.includes('cannot be changed later')) return
    isPressed = true
    child.stdin.write(CTRL_C)
  })
  await new Promise((resolve) => child.once('close', resolve))
  return screen
}

it.skipIf(!hasTerminal)(
  'Ctrl-C at a question exits with 130, restores the cursor and the terminal settings, and creates nothing (P15)',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-prompt-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))

    const screen = await interruptQuestion(dir)

    const lines = screen.trimEnd().split('\r\n')
    expect(screen).toContain('Nothing more was done.')
    expect(lines.at(-2)).toBe('exit 130')
    expect(lines.at(-1)).toBe(lines[0])
    expect(screen.lastIndexOf(SHOW_CURSOR)).toBeGreaterThanOrEqual(screen.lastIndexOf(HIDE_CURSOR))
    expect(readdirSync(dir).filter((name) => name !== '.cache')).toEqual([])
  },
)
