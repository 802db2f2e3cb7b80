import { describeFailure, failureDocument, failureText } from '../cli/failure.ts'
import { ReportedError } from '../cli/reported-error.ts'
import { standardOutput } from '../context/signals.ts'
import { columnsOf, type Output } from '../terminal/output/output.ts'
import { style, wantsColour } from '../terminal/style.ts'
import { escapeForeign } from '../text/escape.ts'

/** The part of the process that reporting an error needs. */
export interface ReportTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stderr: Output
}

/** Reports an error that no command has shown yet, as a command would, and returns the exit code. */
export function reportError(error: unknown, argv: readonly string[], { env, stderr }: ReportTools = process): number {
  if (error instanceof ReportedError) return error.oclif.exit
  const failure = describeFailure(error, { env, isInterrupted: false })
  if (env['DEBUG']) stderr.write(`${failure.trace}\n`)
  if (argv.includes('--json') && failure.code !== 'cli.output-lost')
    standardOutput().write(`${escapeForeign(JSON.stringify(failureDocument(failure)))}\n`)
  else stderr.write(`${failureText(failure, style(wantsColour(env, stderr.isTTY === true)), columnsOf(stderr))}\n`)
  return failure.exit
}
