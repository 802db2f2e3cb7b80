import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'

import { expect } from 'vitest'

import type { DevProject } from '../dev/dev-project.ts'

export interface OnTerminal {
  readonly child: ChildProcessWithoutNullStreams
  /** Returns everything written to it. */
  readonly screen: () => string
  /** Waits until it shows a text. */
  readonly shows: (text: string) => Promise<void>
}

/** Runs a shell line in the project under util-linux's script, which provides a real terminal. It is killed with the test. */
export function runOnTerminal(
  { dir, env, atEnd }: Pick<DevProject, 'dir' | 'env' | 'atEnd'>,
  line: string,
): OnTerminal {
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: dir,
    env: { ...env, TERM: 'xterm', COLUMNS: '200' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  atEnd(() => void child.kill('SIGKILL'))
  let screen = ''
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()))
  return {
    child,
    screen: () => screen,
    shows: async (text) => expect.poll(() => `${screen}\n${unbroken(screen)}`).toContain(text),
  }
}

/** Quotes the words for a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ')
}

/** Joins lines that were wrapped at the terminal's width. */
function unbroken(screen: string): string {
  return screen.replaceAll(/\r?\n +/g, ' ')
}
