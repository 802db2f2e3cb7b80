import { messages } from '../../catalog/errors.ts'
import type { RequestRow } from '../../control/contract.ts'
import { isDeliveryFault, type Fault } from '../../control/fault.ts'
import type { EmulatorContext } from '../context.ts'
import { machineTime } from '../context/clock.ts'
import { showsCause } from '../debug-header.ts'
import { createRequestRing } from '../request-ring.ts'
import { BrokenConnection } from './broken-connection.ts'
import { isOfInstall } from './check-fault.ts'
import type { FailsRow } from './failing-rows.ts'
import type { RequestFault } from './request-fault.ts'
import { retryAfterHeader } from './retry-after.ts'
import { hasRows } from './rows-endpoint.ts'
import { hasFaults, takeFault, type MetFault } from './take-fault.ts'

export interface FaultTools {
  readonly context: EmulatorContext
  readonly sleep: (ms: number) => Promise<void>
}

/** Platform site that apps call. */
export interface FaultySite {
  /** Returns the app that sends the request, if known before the request is checked. */
  readonly appKeyOf: (request: Request) => Promise<string | null>
  /** Responds as usual, except for the effect of the fault. */
  readonly answer: (request: Request, fault: RequestFault | null) => Promise<Response>
}

export interface FaultySites {
  readonly answer: (site: FaultySite, request: Request) => Promise<Response>
  /** Requests to which a fault responded, newest first. */
  readonly requests: () => RequestRow[]
}

/**
 * Wraps the sites that apps call and applies faults: a response that replaces the site's, before all of its checks; a response that
 * is delayed, or interrupted after the site has done its work; rows of a request that fail. Never wraps the control interface.
 */
export function createFaultySites({ context, sleep }: FaultTools): FaultySites {
  const ring = createRequestRing()
  const answerFaulty = async (site: FaultySite, request: Request) => {
    const { method } = request
    const { pathname: path } = new URL(request.url)
    const appKey = await site.appKeyOf(request)
    const isRows = hasRows({ method, path })
    const fault = takeFault(
      context,
      { method, path, appKey },
      (kind) => !isOfInstall(kind) && !isDeliveryFault(kind) && (isRows || kind !== 'partial'),
    )
    if (fault === null) return site.answer(request, null)
    const cause = `fault ${fault.kind}`
    if (fault.kind === 'partial') return site.answer(request, { cause, failsRow: failing(fault) })
    if (fault.kind === 'slow' || fault.kind === 'reset') {
      const response = await site.answer(request, { cause })
      if (fault.kind === 'reset') throw new BrokenConnection(response)
      await sleep(fault.heldMs)
      return response
    }
    const status = Number(fault.kind)
    const at = context.now().getTime()
    const row = { at, method, path, status, appKey, storeId: null, regionId: null, ms: 0, cause }
    ring.add(row)
    context.notify({ kind: 'request', row: { ...row, at: new Date(at).toISOString() } })
    return rejection(context, fault, showsCause(context, request) ? cause : null)
  }
  return {
    answer: (site, request) => (hasFaults(context) ? answerFaulty(site, request) : site.answer(request, null)),
    requests: ring.list,
  }
}

/** Fails at least one row, and about every third of the others. */
function failing({ draw }: MetFault): FailsRow {
  return (at, count) => at === Math.floor(draw('row') * count) || draw(`row ${at}`) < 1 / 3
}

const words: Readonly<Record<string, string>> = {
  '402': messages.paymentPending,
  '429': 'Too many requests.',
  '500': 'Internal server error.',
  '503': 'Service unavailable.',
}

function rejection(context: EmulatorContext, { kind, retryAfter }: Fault, cause: string | null): Response {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' }
  if (retryAfter !== null) headers['Retry-After'] = retryAfterHeader(retryAfter, machineTime(context))
  if (cause !== null) headers['X-Emulator-Cause'] = cause
  return new Response(JSON.stringify({ success: false, message: words[kind] }), { status: Number(kind), headers })
}
