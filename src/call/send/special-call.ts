import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { CallResult, Client } from '../../client/client.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { WireRequest } from '../../http/wire.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import type { Wanted } from '../../tasks/call/open-client.ts'
import { ALL_REGIONS } from '../../tasks/meant/open-regions.ts'
import type { View } from '../../views/view.ts'
import { isBulk } from '../input/bulk-rows.ts'
import { checkFields } from '../input/check-fields.ts'
import type { Assembled } from '../input/input.ts'
import type { Wish } from '../input/wish.ts'
import { columnsOf } from '../show/columns.ts'
import { regionTags } from '../show/sink.ts'

/** What a call needs to know of its endpoint; a raw one knows no more than this. */
export type CalledFacts = Pick<EndpointFacts, 'id' | 'method' | 'pin'> & { readonly known: EndpointFacts | null }

/** A call with everything that it was asked with, before anything is opened or sent. */
export interface SpecialCall {
  readonly context: Context
  readonly facts: CalledFacts
  readonly view: View<unknown>
  readonly input: Assembled
  readonly flags: Readonly<Record<string, unknown>>
  readonly wish: Wish
  readonly project: Project
  readonly target: Target
  /** Sends it once. */
  readonly send: (client: Client, sent: Sent) => Promise<CallResult>
  /** The file that goes along in a form, for a preview. */
  readonly file?: SentFile
  /** The request that `send` would make. */
  readonly prepare: (client: Client, sent: Sent) => Promise<WireRequest>
}

export interface SentFile {
  /** Of the form. */
  readonly field: string
  readonly path: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}

/** What a request is made of. */
export interface Sent extends Assembled {
  /** As a person names it. */
  readonly region: string | undefined
}

/**
 * Does what the plain call does not: several regions, all pages, other formats, previews, bulk files and streams. Raises `usage.invalid` for what an endpoint
 * cannot do, and whatever the parts raise.
 */
export async function runSpecialCall(call: SpecialCall): Promise<void> {
  const { facts, wish } = call
  refuseFanOut(call)
  refuseUnknownFields(call)
  if (wish.preview !== null) return preview(call)
  if (facts.known !== null && isBulk(facts.known)) return (await import('./write-rows.ts')).writeRows(call)
  if (isStream(call)) return (await import('./stream-rows.ts')).streamRows(call)
  return (await import('./read-rows.ts')).readRows(call)
}

/** Whether `--region all` was typed. */
export function isFanOut({ flags }: Pick<SpecialCall, 'flags'>): boolean {
  return flags['region'] === ALL_REGIONS
}

/** Which install is meant, and how its client is made. */
export function wantedOf({ project, target, flags, wish }: SpecialCall): Wanted {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)
  return {
    project,
    target,
    store: text('store'),
    region: text('region'),
    isPreview: wish.preview !== null,
    perMinute: wish.perMinute,
    debug: flags['debug'] === true,
  }
}

function refuseUnknownFields(call: SpecialCall): void {
  const { facts, wish } = call
  if (wish.fields === null || facts.known === null) return
  const columns = columnsOf(facts.known)
  // An answer whose members the catalog does not list is shown as it comes.
  if (columns.length > 0) checkFields(wish.fields, [...(isFanOut(call) ? regionTags : []), ...columns])
}

async function preview(call: SpecialCall): Promise<void> {
  const { showPreview } = await import('../show/show-preview.ts')
  return showPreview(isStream(call) ? await (await import('./stream-rows.ts')).startedStream(call) : call)
}

function isStream({ facts, flags }: SpecialCall): boolean {
  if (facts.known?.paging !== 'cursor') return false
  return ['all', 'follow', 'cursor-file', 'since', 'interval'].some((name) => flags[name] !== undefined)
}

/** Several regions in one go are for reading, and only where the answer depends on the region. */
function refuseFanOut(call: SpecialCall): void {
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
