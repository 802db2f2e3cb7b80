import { AppError } from '../../errors.ts'
import { checkFields } from '../input/check-fields.ts'
import { columnsOf } from '../show/columns.ts'
import { regionTags } from '../show/sink.ts'
import { isFanOut, type PendingCall } from './pending-call.ts'

/**
 * Does what the plain call does not: several regions, all pages, other formats, previews, bulk files and streams. Raises `usage.invalid` for what an endpoint
 * cannot do, and whatever the parts raise.
 */
export async function runPendingCall(call: PendingCall): Promise<void> {
  const { facts, options } = call
  refuseFanOut(call)
  refuseUnknownFields(call)
  if (options.preview !== null) return preview(call)
  if (facts.known?.rows !== undefined) return (await import('./write-rows.ts')).writeRows(call)
  if (isStream(call)) return (await import('./stream-rows.ts')).streamRows(call)
  return (await import('./read-rows.ts')).readRows(call)
}

function refuseUnknownFields(call: PendingCall): void {
  const { facts, options } = call
  if (options.fields === null || facts.known === null) return
  const columns = columnsOf(facts.known)
  // An answer whose members the catalog does not list is shown as it comes.
  if (columns.length > 0) checkFields(options.fields, [...(isFanOut(call) ? regionTags : []), ...columns])
}

async function preview(call: PendingCall): Promise<void> {
  const { showPreview } = await import('../show/show-preview.ts')
  return showPreview(isStream(call) ? await (await import('./stream-rows.ts')).startedStream(call) : call)
}

function isStream({ facts, flags }: PendingCall): boolean {
  if (facts.known?.paging !== 'cursor') return false
  return ['all', 'follow', 'cursor-file', 'since', 'interval'].some((name) => flags[name] !== undefined)
}

/** Several regions in one go are for reading, and only where the answer depends on the region. */
function refuseFanOut(call: PendingCall): void {
  if (!isFanOut(call)) return
  const { id, method, pin } = call.facts
  if (method !== 'GET') {
    throw new AppError('usage.invalid', `${id} writes, and a write is for one region: nothing was sent.`, {
      suggestions: ['Name one region with --region.'],
    })
  }
  if (pin === 'not-needed' || pin === 'token') {
    throw new AppError('usage.invalid', `${id} does not answer for a region, so --region all would only repeat it.`, {
      suggestions: ['Leave --region out.'],
    })
  }
}
