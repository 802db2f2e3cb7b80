import { randomBytes as cryptoRandomBytes } from 'node:crypto'
import { setTimeout as timer } from 'node:timers/promises'

import { API_PREFIX } from '../catalog/endpoint.ts'
import { tokenExchange } from '../catalog/oauth.ts'
import type { EmulatorUrls, RequestRow } from '../control/contract.ts'
import { pageKeyOf } from '../http/page-key.ts'
import { defined } from '../text/defined.ts'
import { createAdmin } from './admin.ts'
import { createApi } from './api/api.ts'
import { identify } from './api/identify.ts'
import type { EmulatorContext } from './context.ts'
import type { Notice } from './context/notice.ts'
import { createQueue, type Queue } from './deliveries/queue.ts'
import { createExchange } from './exchange/exchange.ts'
import { createFaultySites, type FaultySite } from './faults/faulty-site.ts'
import type { RequestFault } from './faults/request-fault.ts'
import { listSnapshots, removeSnapshot } from './files/snapshot-folder.ts'
import { createGate } from './gate.ts'
import { siteOf, type SiteName } from './hosts.ts'
import { textAnswer } from './pages/page.ts'
import { createPortal } from './portal.ts'
import { saveSnapshot } from './snapshots/save-snapshot.ts'
import { openEmulatorContext } from './state/open-context.ts'
import { createStorefront } from './storefront/storefront.ts'
import { createUndo } from './undo/undo.ts'

export interface EmulatorOptions {
  /** The emulator's state folder, or ':memory:'. */
  readonly dir: string
  readonly now?: () => Date
  readonly randomBytes?: (size: number) => Buffer
  /** Waits while a fault delays a response. */
  readonly sleep?: (ms: number) => Promise<void>
  /** Version of this tool, for the status. */
  readonly version?: string
  readonly pid?: number
  /** Addresses of its four sites; a function if the ports are known later. */
  readonly urls?: EmulatorUrls | (() => EmulatorUrls)
  /** Called when a control request asks the emulator to stop, after the response was created. */
  readonly onStop?: () => void
  /** Called with each event on the platform. */
  readonly onNotice?: (notice: Notice) => void
}

export interface RequestInfo {
  /** The caller's address, for the exchange's limit. */
  readonly address?: string
  /** Site whose listener received the request; derived from the request's host if omitted. */
  readonly site?: SiteName
}

export interface Emulator {
  readonly context: EmulatorContext
  /** For the control interface; new at each start (T19). */
  readonly controlToken: string
  readonly queue: Queue
  readonly startedAt: Date
  /** Responds to a request for any of the four sites, chosen by its origin. Rejects with a `BrokenConnection` if a fault closes the connection. */
  readonly fetch: (request: Request, info?: RequestInfo) => Promise<Response>
  /** Saves the current state, after attempts in progress have finished. */
  readonly mark: () => Promise<void>
  /** Restores the state of the mark: rows, clock, budgets, carts. Attempts in progress finish first. */
  readonly rewind: () => Promise<void>
  /** Stops the queue after attempts in progress, and closes the databases. */
  readonly close: () => Promise<void>
}

const defaultUrls: EmulatorUrls = {
  api: 'http://127.0.0.1:4800',
  admin: 'http://localhost:4801',
  portal: 'http://127.0.0.1:4802',
  storefront: 'http://127.0.0.1:4803',
}

/** Creates the whole platform in one process. The queue starts immediately. Raises `storage.*`. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const { dir, now = () => new Date(), randomBytes = cryptoRandomBytes, sleep = pause, urls = defaultUrls } = options
  const opened = openEmulatorContext({
    dir,
    now,
    randomBytes,
    urls: typeof urls === 'function' ? urls : () => urls,
    ...defined({ onNotice: options.onNotice }),
  })
  const { context } = opened
  const queue = createQueue(context)
  opened.onWake(() => queue.wake())
  /** Parts that keep state in memory: calls, budgets, carts. */
  const openParts = () => ({
    api: createApi(context),
    exchange: createExchange(context),
    faulty: createFaultySites({ context, sleep }),
    storefront: createStorefront(context),
  })
  let parts = openParts()
  const gate = createGate()
  /** Runs work while nothing is sent and no request is in progress in the databases. */
  const inQuiet = async <T>(work: () => T): Promise<T> => {
    await queue.stop()
    try {
      return await gate.whileEmpty(work)
    } finally {
      queue.start()
    }
  }
  const controlToken = randomBytes(32).toString('hex')
  const startedAt = now()
  const admin = createAdmin(context, pageKeyOf(controlToken))
  const portal = createPortal({
    context,
    queue,
    token: controlToken,
    pid: options.pid ?? 0,
    version: options.version ?? '0.0.0',
    startedAt,
    requests: () => newestFirst([parts.api, parts.exchange, parts.faulty].flatMap((part) => part.requests())),
    reset: () => inQuiet(opened.reset),
    snapshots: {
      list: () => listSnapshots(dir),
      save: (name) => saveSnapshot({ dir, context, version: options.version ?? '0.0.0' }, name),
      load: (name) => inQuiet(() => opened.load(name)),
      remove: (name) => removeSnapshot(dir, name),
    },
    undo: createUndo({ opened, queue, gate, inQuiet }),
    stop: () => options.onStop?.(),
  })
  const apiSite: FaultySite = {
    appKeyOf: async ({ headers }) => {
      const known = identify(context, headers.get('authorization'))
      return 'caller' in known ? known.caller.appKey : known.appKey
    },
    answer: (request, fault) => gate.pass(() => parts.api.fetch(request, { fault })),
  }
  const sites: Readonly<
    Record<SiteName, (request: Request, info: { address: string }) => Response | Promise<Response>>
  > = {
    api: (request, info) => {
      const { exchange, faulty } = parts
      if (isApi(request.url)) return faulty.answer(apiSite, request)
      if (request.method === 'GET' && new URL(request.url).pathname === '/') return textAnswer(200, API_ROOT)
      // As in the API: no 405 is documented.
      if (!isExchange(request.url) || request.method !== 'POST') return notFound()
      const { appKeyOf } = exchange
      const answer = (one: Request, fault: RequestFault | null) =>
        gate.pass(() => exchange.fetch(one, { ...info, fault: fault?.cause ?? null }))
      return faulty.answer({ appKeyOf, answer }, request)
    },
    admin: (request) => gate.pass(() => admin(request)),
    portal,
    storefront: (request) => gate.pass(() => parts.storefront(request)),
  }
  queue.start()
  let closing: Promise<void> | undefined
  return {
    context,
    controlToken,
    queue,
    startedAt,
    fetch: async (request, info) => {
      const site = info?.site ?? siteOf(new URL(request.url).host, context.urls())
      if (site === null) return textAnswer(403, 'Unknown host.')
      // Returning a promise without `await` takes three microtask turns.
      return await sites[site](request, { address: info?.address ?? '127.0.0.1' })
    },
    mark: () => inQuiet(opened.mark),
    rewind: () =>
      inQuiet(() => {
        opened.rewind()
        parts = openParts()
      }),
    close: () => (closing ??= queue.stop().then(opened.close)),
  }
}

function newestFirst(rows: RequestRow[]): RequestRow[] {
  return rows.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

/** For a user who opens the API's address in a browser. */
const API_ROOT = 'Platform API of the svcapp emulator. Endpoints start with /api/apps/v1.'

/** Compares only the start of the path, because the prefix may occur elsewhere in an address. No parsing, because every API call passes here. */
function isApi(url: string): boolean {
  return url.startsWith(`${API_PREFIX}/`, url.indexOf('/', url.indexOf('//') + 2))
}

/** INST-003: nothing else exists, not even an authorize endpoint. */
function notFound(): Response {
  return Response.json({ success: false, message: 'Not found.' }, { status: 404 })
}

/** The exchange is outside the API's prefix and its common rules. */
function isExchange(url: string): boolean {
  return new URL(url).pathname === tokenExchange.path
}

/** Uses the machine's own clock, as the waiting client does. Does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return timer(ms, undefined, { ref: false })
}
