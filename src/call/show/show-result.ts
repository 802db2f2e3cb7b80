import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { CallResult } from '../../client/client.ts'
import { ReportedError } from '../../command/reported-error.ts'
import type { Screen } from '../../command/screen.ts'
import { AppError } from '../../errors.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { escapeForeign } from '../../text/escape.ts'
import type { View } from '../../views/view.ts'
import { applyView } from './apply-view.ts'

interface Shown<Body> {
  readonly result: CallResult<Body>
  readonly view: View<Body>
  /** What the answer must be to be shown in words; null for a raw one. */
  readonly response: EndpointFacts['response'] | null
  readonly isJson: boolean
  readonly screen: Screen
}

/**
 * Shows an answer, its `hint` on stderr, then raises its partial failure, if any. With `--json` the platform's bytes are the one document on stdout, so the
 * failure is reported on stderr.
 */
export function showResult<Body>(terminal: Terminal, { result, view, response, isJson, screen }: Shown<Body>): void {
  const { body, bytes, failure } = result
  if (isJson) terminal.outBytes(bytes)
  else if (body === null) terminal.out(escapeForeign(Buffer.from(bytes).toString('utf8')))
  else screen.show(applyView({ view, response }, body, screen.looks))
  const hint = typeof body === 'object' && body !== null && 'hint' in body ? body.hint : null
  if (typeof hint === 'string' && hint !== '') screen.note(`Hint: ${escapeForeign(hint)}`)
  if (failure === null) return
  // The rows that failed stand in the answer above.
  if (!isJson) throw new AppError(failure.code, failure.message, { details: failure.details })
  screen.note([failure.message, ...failure.suggestions].join('\n'))
  throw new ReportedError(failure.oclif.exit, failure)
}
