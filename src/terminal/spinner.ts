import ora from 'ora'

import { escapeForeign } from '../text/escape.ts'
import type { Spinner } from './terminal.ts'

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
