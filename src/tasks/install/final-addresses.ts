import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** Yields the URLs that a user pastes: answers to a question, or without a terminal the lines of stdin. Raises `install.timeout` and `cli.interrupted`. */
export function finalAddresses(context: Context, timeoutMs: number): AsyncGenerator<string> {
  return context.terminal.isInteractive ? asked(context) : linesOfStdin(context, timeoutMs)
}

async function* asked({ terminal }: Context): AsyncGenerator<string> {
  for (;;) yield await terminal.ask.input({ message: 'Final URL:' })
}

async function* linesOfStdin(
  { channel, terminal, interrupted, sleep }: Context,
  timeoutMs: number,
): AsyncGenerator<string> {
  const { createInterface } = await import('node:readline')
  const [over, late] = [new AbortController(), new AbortController()]
  const seconds = Math.round(timeoutMs / 1000)
  terminal.note(`Waiting up to ${seconds} s (--timeout) for that URL as one line on stdin.`)
  const lines = createInterface({ input: channel().input, signal: AbortSignal.any([interrupted, late.signal]) })
  sleep(timeoutMs, AbortSignal.any([interrupted, over.signal])).then(
    () => late.abort(),
    () => {},
  )
  try {
    yield* lines
  } finally {
    over.abort()
    lines.close()
  }
  if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped. Nothing was installed.')
  if (!late.signal.aborted) return
  throw new AppError('install.timeout', `No URL arrived on stdin within ${seconds} s.`, {
    suggestions: ['Run the command again with a longer --timeout.'],
  })
}
