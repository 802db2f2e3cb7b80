import { pid, platform } from 'node:process'

/** Output of `stty -g` before the echo was disabled; empty while these settings apply. */
let before = ''

/** The programs change or read the terminal in a few milliseconds. */
const LIMIT_MS = 2000

/**
 * Disables the terminal's echo, so that a secret pasted before its question opens is not shown. The
 * system keeps the input for the next question. When the process exits, Node restores the settings
 * of its start. Raw mode is no substitute, because Ctrl-C sends no signal in it. Windows echoes
 * only while a program reads a line.
 */
export function disableEcho(): void {
  if (platform === 'win32') return
  if (before === '') {
    before = run('stty', ['-g']).trim()
    if (before === '') return
    // Must be the first SIGCONT listeners, because the listeners of a question keep the settings that they find.
    process.on('SIGTSTP', suspend).on('SIGCONT', disableAgain)
  }
  run('stty', ['-echo'])
}

/** Restores the terminal for another program. */
export function restoreEcho(): void {
  if (before === '') return
  run('stty', [before])
  before = ''
  process.off('SIGTSTP', suspend).off('SIGCONT', disableAgain)
}

/** Not every shell restores the terminal of a program that Ctrl-Z suspends. */
function suspend(): void {
  if (isInForeground()) run('stty', [before])
  // Without a listener the signal suspends, but not where no shell could continue the process.
  process.off('SIGTSTP', suspend)
  process.kill(pid, 'SIGTSTP')
  setImmediate(() => {
    process.on('SIGTSTP', suspend)
    disableAgain()
  })
}

function disableAgain(): void {
  if (isInForeground()) run('stty', ['-echo'])
}

/** The system suspends a background process that changes the terminal. */
function isInForeground(): boolean {
  return run('ps', ['-o', 'stat=', '-p', String(pid)]).includes('+')
}

/** Returns what a program prints about the terminal on stdin; empty if it fails. */
function run(program: string, args: readonly string[]): string {
  // Loaded only for a question: most commands ask none.
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  try {
    return execFileSync(program, args, { encoding: 'utf8', timeout: LIMIT_MS, stdio: ['inherit', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
