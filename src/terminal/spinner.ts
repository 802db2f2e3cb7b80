import ora from 'ora'

import { escapeForeign } from '../text/escape.ts'

/** A line that moves while work goes on; nothing when stderr is not a terminal. */
export interface Spinner {
  update(text: string): void
  succeed(text?: string): void
  fail(text?: string): void
}

/** A moving line on stderr. Only loaded when stderr is a terminal. Ctrl-C stays a signal: stdin is left alone. */
export function startSpinner(text: string): Spinner {
  const spinner = ora({ text: escapeForeign(text), discardStdin: false, stream: process.stderr }).start()
  return {
    update: (next) => {
      spinner.text = escapeForeign(next)
    },
    succeed: (last) => void spinner.succeed(last === undefined ? undefined : escapeForeign(last)),
    fail: (last) => void spinner.fail(last === undefined ? undefined : escapeForeign(last)),
  }
}
