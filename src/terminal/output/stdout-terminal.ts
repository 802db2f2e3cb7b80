let answer: boolean | undefined

/** Returns whether stdout is a terminal. Does not open `process.stdout`, because that loads the streams, a tenth of a bare start. */
export function isStdoutTerminal(): boolean {
  answer ??=
    process.getBuiltinModule('node:fs').fstatSync(1).isCharacterDevice() &&
    process.getBuiltinModule('node:tty').isatty(1)
  return answer
}
