import type { IncomingMessage } from 'node:http'

import { API_PREFIX, type EndpointFacts } from '../../catalog/endpoint.ts'
import type { Call } from '../../journal/calls/calls.ts'
import type { JournalWriter } from '../../journal/writer.ts'
import { linkOf } from '../traces/call-link.ts'
import type { DeliveryTraces } from '../traces/delivery-traces.ts'
import type { AnswerFacts } from './call-answer.ts'
import type { ContentWatch } from './call-content.ts'
import { loggedPath, pinOf } from './call-facts.ts'
import { noteOf } from './call-note.ts'
import type { TokenScope, TokenWatch } from './token-watch.ts'

/** The platform's verdict on the token of one call. */
export interface TokenUse {
  /** Null for a token that is unknown to the gateway. */
  readonly scope: TokenScope | null
  readonly isAccepted: boolean
  readonly begunAt: Date
  /** True if the call contains a region, because then a 401 may be about the region. */
  readonly isPinned: boolean
}

export interface CallTools {
  readonly now: () => Date
  readonly clock: () => number
  readonly endpoints: readonly EndpointFacts[]
  readonly writer: JournalWriter
  readonly tokens: TokenWatch
  readonly traces: DeliveryTraces
  readonly onCall: (call: Call) => void
  readonly onToken?: (use: TokenUse) => void
}

export type WriteCall = (status: number | null, note: string | null, facts?: AnswerFacts | null) => void

interface StartedCall {
  readonly incoming: IncomingMessage
  readonly path: string
  readonly startedAt: number
  /** Null if headers and bodies are not stored. */
  readonly content: ContentWatch | null
}

/** Returns a function that journals and reports a call once, however the call ends. A journal that cannot write does not make the app's call fail. */
export function callWriter(tools: CallTools, { incoming, path, startedAt, content }: StartedCall): WriteCall {
  const at = tools.now()
  const token = tools.tokens.spend(incoming, at)
  const scope = token?.scope ?? null
  const method = incoming.method ?? 'GET'
  const pin = pinOf(incoming)
  const storeId = scope?.storeId ?? null
  const link = linkOf(tools.traces, incoming, storeId)
  let isWritten = false
  return (status, note, facts = null) => {
    if (isWritten) return
    isWritten = true
    const call: Call = {
      at: tools.now(),
      method,
      path: loggedPath(incoming.url ?? '/'),
      pin,
      status,
      ms: Math.round((tools.clock() - startedAt) * 10) / 10,
      note: note ?? noteOf(tools.endpoints, { method, path, pin, status, facts, scope }),
      ...(facts && { hint: facts.hint, failedRows: facts.failedRows }),
      ...(link && { link }),
      ...(token && { spent: token.spent, storeId }),
    }
    if (token && judgesToken(status, path, facts)) {
      tools.onToken?.({ scope, isAccepted: status !== 401, isPinned: pin !== null, begunAt: at })
    }
    tools.writer.call(call, content?.read)
    tools.onCall(call)
  }
}

/** Returns true if a response shows whether the token is valid. A 5xx, a proxy's page or a changed registration does not. */
function judgesToken(status: number | null, path: string, facts: AnswerFacts | null): boolean {
  if (facts?.isOfAnother === true || facts?.isInconsistent === true) return false
  return status !== null && status < 500 && path.startsWith(API_PREFIX)
}
