import ora from 'ora'

import { escapeForeign } from '../text/escape.ts'

/** A moving line while work continues; hidden if stderr is not a terminal. */
export interface Spinner {
  update(text: string): void
  succeed(text?: string): void
  fail(text?: string): void
}

/** Starts a moving line on stderr. Loaded only if stderr is a terminal. Leaves stdin alone, so Ctrl-C stays a signal. */
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
