import { openRegions, type OpenRegion } from '../tasks/call/open-regions.ts'
import { unlockLive } from '../tasks/call/unlock-live.ts'
import type { RequestInput } from './input/request-input.ts'
import { rejectContradictions } from './reject-contradictions.ts'
import { clientInput, type Call } from './send/call.ts'
import { sendOnce } from './send/send-once.ts'
import type { Strategy } from './send/strategy.ts'
import { createHead } from './show/head.ts'
import { showAnswers } from './show/show-answers.ts'

/**
 * Runs every call. Rejects options that the endpoint or a locked live platform does not allow,
 * opens the install and asks before a live write. Then sends to each region and shows each response
 * as it arrives. `showAnswers` writes the end (hint, partial failure, exit code). A preview shows
 * the requests instead of sending them.
 */
export async function runCall(call: Call): Promise<void> {
  const { context, facts, options, target } = call
  rejectContradictions(call)
  const strategy = await strategyOf(call)
  const isPreview = options.preview !== null
  const confirmWrite = isPreview
    ? null
    : await unlockLive(context, { target, endpoint: facts, isAgreed: options.isAgreed })
  const head = createHead(call, strategy)
  const { regions, close } = await openRegions(context, { ...clientInput(call), onResponse: head.seen })
  try {
    if (options.preview !== null)
      return await (await import('./show/show-preview.ts')).showPreview(call, { strategy, regions })
    const asked = await preparedFor(call, regions)
    await confirmWrite?.()
    await showAnswers(call, { strategy, regions, asked, head })
  } finally {
    close()
  }
}

/** A request with a body is sent to one region. */
async function preparedFor({ asked, prepareBody, screen }: Call, [only]: readonly OpenRegion[]): Promise<RequestInput> {
  const { body } = asked
  if (prepareBody === undefined || only === undefined || typeof body === 'object') return asked
  const tools = { client: only.client, region: only.pin, note: (text: string) => screen.note(text) }
  return { ...asked, body: await prepareBody(tools, body) }
}

/** Loads the strategy of the call; only the plain one is loaded always. Raises `usage.*` for contradicting options before anything is opened. */
async function strategyOf(call: Call): Promise<Strategy> {
  const { facts, options } = call
  const { paging, rows } = facts.known ?? {}
  if (rows !== undefined) return (await import('./send/write-rows.ts')).writeRows(call)
  if (paging === 'cursor' && options.changes !== null)
    return (await import('./send/read-changes.ts')).readChanges(call, options.changes)
  if (paging === 'page' && (options.isAll || options.limit !== undefined))
    return (await import('./send/read-pages.ts')).readPages(call)
  return sendOnce(call)
}
