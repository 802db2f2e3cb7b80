import { Buffer } from 'node:buffer'

import { limits } from '../catalog/limits.ts'
import { topicNames } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import { findDelivery, type DeliveryRow } from '../journal/deliveries.ts'
import type { DeliveryTarget } from '../journal/delivery-state.ts'
import { dropDelivery, requireDroppable } from '../journal/drop-delivery.ts'
import type { Journal } from '../journal/journal.ts'
import { readTimeline } from '../journal/read-timeline.ts'
import { rejectionsSince } from '../journal/rejections.ts'
import { readStatistics, type Statistics } from '../journal/statistics.ts'
import { newestPlace, type TimelineEntry } from '../journal/timeline.ts'
import { replayModes, type InspectorActions } from './actions.ts'
import type { ApiAnswer } from './answers.ts'
import { compareDeliveries, type Comparison } from './compare.ts'
import { callDetail } from './detail/call-detail.ts'
import { deliveryDetail, type DetailTools } from './detail/detail.ts'
import { exportRows } from './export.ts'
import { parseFilter, parseId, invalid, parseCursor, placeText, parseWindow } from './query.ts'

export interface ApiTools extends DetailTools {
  readonly now: () => Date
  readonly actions: InspectorActions
  /** Returns the names of stores and regions; none if omitted. */
  readonly places?: () => NamedStores
  /** Returns other pages of the session, for the page's header. Some addresses sign in. */
  readonly pages?: () => readonly PageLink[]
  /** Address of the platform's API, for copied commands. Without it, no commands are offered. */
  readonly baseUrl?: URL
}

/** The names of stores and regions, by id. */
export interface NamedStores {
  /** Platform of these stores and regions, because another platform may use the same ids. Null if unknown. */
  readonly target?: DeliveryTarget | null
  readonly stores: Readonly<Record<string, string>>
  readonly regions: Readonly<Record<string, string>>
}

export interface ApiRequest {
  readonly path: string
  readonly query: URLSearchParams
  /** Posted object; empty if there is none. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface PageLink {
  readonly name: string
  readonly url: string
}

/** Facts that the page needs to start. */
export interface About {
  readonly appKey: string
  readonly topics: readonly string[]
  readonly requestsPerMinute: number
  /** True if the page can place orders. */
  readonly canOrder: boolean
  readonly pages: readonly PageLink[]
}

export interface TimelineAnswer {
  readonly entries: readonly TimelineEntry[]
  /** Value for `before`; null if there are no older rows. */
  readonly next: string | null
  /** Value for `after`: every row committed later is newer. */
  readonly newest: string
}

export interface ChartsAnswer extends Statistics {
  readonly requestsPerMinute: number
  /** Requests at the webhook path that were not deliveries, in this window. */
  readonly refusals: readonly { readonly reason: string; readonly count: number; readonly lastAt: string }[]
}

export interface ComparedDelivery {
  readonly id: number
  readonly topic: string
  readonly eventId: string | null
  readonly receivedAt: string
}

export interface ComparisonAnswer extends Comparison {
  readonly a: ComparedDelivery
  readonly b: ComparedDelivery
}

type Route = (tools: ApiTools, request: ApiRequest, id: number) => unknown

const TIMELINE_PAGE = 100
const CHART_BUCKETS = 60

const gets: Readonly<Record<string, Route>> = {
  '/api/about': ({ journal, actions, pages }): About => ({
    appKey: journal.appKey,
    topics: topicNames,
    requestsPerMinute: limits.requestsPerMinutePerToken,
    canOrder: actions.placeOrder !== undefined,
    pages: pages?.() ?? [],
  }),
  '/api/places': ({ places }): NamedStores => places?.() ?? { stores: {}, regions: {} },
  '/api/timeline': async ({ journal }, { query }): Promise<TimelineAnswer> => {
    // Read before the rows, so that a row that arrives meanwhile is sent twice rather than never.
    const newest = placeText(newestPlace(journal))
    const { entries, next } = await readTimeline(journal, {
      before: parseCursor(query, 'before'),
      filter: parseFilter(query),
      limit: TIMELINE_PAGE,
    })
    return { entries, newest, next: next === null ? null : placeText(next) }
  },
  '/api/charts': async ({ journal, now }, { query }): Promise<ChartsAnswer> => {
    const statistics = await readStatistics(journal, {
      now: now(),
      windowMs: parseWindow(query),
      buckets: CHART_BUCKETS,
    })
    const refused = rejectionsSince(journal, new Date(statistics.since))
    return {
      ...statistics,
      requestsPerMinute: limits.requestsPerMinutePerToken,
      refusals: refused.map((refusal) => ({ ...refusal, lastAt: refusal.lastAt.toISOString() })),
    }
  },
  '/api/compare': ({ journal }, { query }): ComparisonAnswer => {
    const [a, b] = [requireRow(journal, parseId(query.get('a'))), requireRow(journal, parseId(query.get('b')))]
    return { a: compared(a), b: compared(b), ...compareDeliveries(a, b) }
  },
  '/api/deliveries/:id': (tools, _, id) => deliveryDetail(tools, id) ?? throwUnknown(id),
  '/api/calls/:id': ({ journal, baseUrl }, _, id) => callDetail(journal, id, baseUrl ?? null) ?? throwUnknown(id),
  '/api/export': async ({ journal, now }, { query }) => exportRows(journal, now(), parseFilter(query)),
}

const posts: Readonly<Record<string, Route>> = {
  '/api/deliveries/:id/replay': ({ journal, actions }, { body }, id) => {
    const mode = replayModes.find((one) => one === (body['mode'] ?? 're-sign'))
    if (mode === undefined) throw invalid('mode', `one of ${replayModes.join(', ')}`)
    return actions.replay(requireRow(journal, id).id, mode)
  },
  '/api/deliveries/:id/edit': ({ journal, actions }, { body }, id) => {
    const { body: text } = body
    if (typeof text !== 'string') throw invalid('body', 'text')
    return actions.edit(requireRow(journal, id).id, Buffer.from(text))
  },
  '/api/deliveries/:id/retry': ({ journal, actions }, _, id) => actions.retry(requireRow(journal, id).id),
  '/api/deliveries/:id/drop': ({ journal }, _, id) => {
    const delivery = requireRow(journal, id)
    requireDroppable(delivery)
    dropDelivery(journal, delivery.id)
    return { id, state: 'dropped' }
  },
  '/api/orders': ({ actions }) => {
    if (actions.placeOrder !== undefined) return actions.placeOrder()
    throw new AppError('usage.invalid', 'To place an order, run `app dev` with the emulator.')
  },
  '/api/trigger': ({ actions }, { body }) => {
    const { topic, set = [] } = body
    if (typeof topic !== 'string') throw invalid('topic', 'the name of a topic')
    if (!Array.isArray(set) || !set.every((pair) => typeof pair === 'string'))
      throw invalid('set', 'an array of strings')
    return actions.trigger({ topic, set })
  },
}

/** Responds to one request that passed the access check. Returns null for an unknown path. Raises AppError and SQLite errors. */
export async function answerApi(
  tools: ApiTools,
  method: 'GET' | 'POST',
  request: ApiRequest,
): Promise<ApiAnswer | null> {
  const [, id] = /^\/api\/(?:deliveries|calls)\/([^/]+)/.exec(request.path) ?? []
  const pattern = id === undefined ? request.path : request.path.replace(`/${id}`, '/:id')
  const routes = method === 'GET' ? gets : posts
  const route = Object.hasOwn(routes, pattern) ? routes[pattern] : undefined
  if (route === undefined) return null
  const body = await route(tools, request, id === undefined ? 0 : parseId(id))
  return { status: 200, body, ...(pattern === '/api/export' && { fileName: 'svcapp-export.json' }) }
}

function requireRow(journal: Journal, id: number): DeliveryRow {
  return findDelivery(journal, id) ?? throwUnknown(id)
}

function compared({ id, topic, eventId, receivedAt }: DeliveryRow): ComparedDelivery {
  return { id, topic, eventId, receivedAt: receivedAt.toISOString() }
}

function throwUnknown(id: number): never {
  throw new AppError('journal.unknown-delivery', `The journal has no row ${id} for this app.`)
}
