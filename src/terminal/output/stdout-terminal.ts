let answer: boolean | undefined

/** Whether stdout is a terminal. `process.stdout` is not opened for the answer: that loads the streams, a tenth of a bare start. */
export function isStdoutTerminal(): boolean {
  answer ??=
    process.getBuiltinModule('node:fs').fstatSync(1).isCharacterDevice() &&
    process.getBuiltinModule('node:tty').isatty(1)
  return answer
}
