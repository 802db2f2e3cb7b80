/** `app help --all`: page of all commands. */
export const ALL_COMMANDS = '--all'

/**
 * Returns whether help is requested, as oclif reads it: `--help` or `-h` before `--`, or no words.
 * `help install` equals `install --help`.
 */
export function wantsHelp(argv: readonly string[]): boolean {
  const own = beforeDashes(argv)
  return own.length === 0 || own[0] === 'help' || own.some(isHelpFlag)
}

/** Returns the words and flags without those that request help. */
export function helpSubject(argv: readonly string[]): string[] {
  const own = beforeDashes(argv)
  return (own[0] === 'help' ? own.slice(1) : own).filter((arg) => !isHelpFlag(arg))
}

function isHelpFlag(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}
