import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { closeServer } from '../../http/close-server.ts'
import { listenOnLoopback } from '../../http/loopback-port.ts'
import { forward, readAll } from './forwarding/forward-call.ts'
import { createRenamedTokens, type RenamedTokens } from './forwarding/renamed-tokens.ts'

/** A request of the app to the platform, and its response. */
export interface ApiCall {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** In ms since the run began. */
  readonly at: number
  /** Status of the response; null while the app waits, and for a deliberately closed connection. */
  status: number | null
  /** Response body. */
  answer: Buffer
  /** True if a fault responded instead of the platform. */
  faulty: boolean
  /** True if the app did not wait for the response although no fault delayed it. */
  abandoned: boolean
}

/** Fault that replaces the normal forwarding of a call. */
export type FaultAct =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** The platform's own response, delayed by this time. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Held for this time or until the fault ends, and forwarded only if the app still waits. */
  | { readonly kind: 'hold'; readonly ms: number }
  /** The platform's own response, with another body. */
  | { readonly kind: 'change'; readonly change: (body: string) => string }
  /** For an exchange of this store: the app gets another text as its token, and its calls with that text are forwarded. */
  | { readonly kind: 'rename-token'; readonly storeId: number }
  /** Disconnects `before` the platform has seen the call, or `after` it has executed it. */
  | { readonly kind: 'break'; readonly when: 'before' | 'after' }

export interface CallFault {
  readonly meets: (call: ApiCall) => boolean
  readonly act: FaultAct
  /** Number of calls that the fault affects; all by default. */
  readonly times?: number
}

/** The path of one app process to the platform, and the calls of all processes. */
export interface Calls {
  /** Value of SVCAPP_BASE_URL for the app. */
  readonly url: string
  /** Returns all calls so far, in order of arrival. */
  readonly list: () => readonly ApiCall[]
  /** Affects calls from now on; returns a function that ends the fault. */
  readonly fault: (fault: CallFault) => () => void
  /**
   * Resolves with the first matching call, past or future; null if none has arrived when `over` resolves. A call
   * is tested on arrival and again after its response. On arrival it is already known whether a fault affects it.
   */
  readonly wait: (isMeant: (call: ApiCall) => boolean, over: Promise<unknown>) => Promise<ApiCall | null>
  /** Returns true while the platform works on a call of this process that no fault affects. */
  readonly isWaiting: () => boolean
  /** Resolves when the platform has responded to the calls of this process that are waiting now. */
  readonly answered: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Affects calls while `work` runs. */
export async function whileFault<T>(
  { calls }: { readonly calls: Pick<Calls, 'fault'> },
  fault: CallFault,
  work: () => Promise<T>,
): Promise<T> {
  const end = calls.fault(fault)
  try {
    return await work()
  } finally {
    end()
  }
}

interface ActiveFault {
  readonly fault: CallFault
  left: number
  readonly ended: AbortController
}

/**
 * State shared by all copies of an app. Each copy has its own path, but copies may share a database, and then
 * any copy does the work of the others. So a call is seen, and a fault affects it, whichever copy makes it.
 */
export interface CallHub {
  readonly calls: ApiCall[]
  readonly faults: ActiveFault[]
  readonly watchers: Set<(call: ApiCall) => void>
  readonly renamed: RenamedTokens
}

export function createCallHub(): CallHub {
  return { calls: [], faults: [], watchers: new Set(), renamed: createRenamedTokens() }
}

export interface CallsTools {
  /** Platform API URL. */
  readonly upstream: string
  readonly clock: () => number
  readonly hub: CallHub
}

/** Raises `gateway.port-taken` if no port is free. */
export async function openCalls({ upstream, clock, hub }: CallsTools): Promise<Calls> {
  const { calls, faults, watchers, renamed } = hub
  const faultFor = (call: ApiCall): ActiveFault | null => {
    const met = faults.find(({ fault, left }) => left > 0 && fault.meets(call))
    if (met === undefined) return null
    met.left -= 1
    return met
  }
  const waiting = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await readAll(incoming)
    const { method = 'GET', url: path = '/', headers } = incoming
    const call: ApiCall = {
      method,
      path,
      headers,
      body,
      at: clock(),
      status: null,
      answer: Buffer.alloc(0),
      faulty: false,
      abandoned: false,
    }
    const met = faultFor(call)
    call.faulty = met !== null
    calls.push(call)
    const reportAll = () => watchers.forEach((watcher) => watcher(call))
    reportAll()
    const act = met?.fault.act ?? null
    const isOnTime = act === null || act.kind === 'answer' || act.kind === 'change' || act.kind === 'rename-token'
    outgoing.once('close', () => void (call.abandoned = isOnTime && !outgoing.writableFinished))
    const answering = answer(call, { act, ended: met?.ended.signal ?? null, upstream, outgoing, renamed })
    if (!call.faulty) waiting.add(answering)
    await answering.finally(() => waiting.delete(answering))
    reportAll()
  }
  const port = await listenOnLoopback(server, { port: 0, what: "the app's connection to the platform" })
  return {
    url: `http://127.0.0.1:${port}`,
    list: () => calls,
    fault: (fault) => {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY, ended: new AbortController() }
      // The newest fault comes first.
      faults.unshift(entry)
      return () => {
        entry.left = 0
        entry.ended.abort()
      }
    },
    wait: (isMeant, over) => {
      const found = calls.find(isMeant)
      if (found !== undefined) return Promise.resolve(found)
      return new Promise((resolve, reject) => {
        const settle = (call: ApiCall | null) => {
          watchers.delete(look)
          resolve(call)
        }
        const look = (call: ApiCall) => void (isMeant(call) && settle(call))
        watchers.add(look)
        over.then(() => settle(null), reject)
      })
    },
    isWaiting: () => waiting.size > 0,
    answered: async () => {
      await Promise.allSettled(waiting)
    },
    close: () => closeServer(server),
  }
}

interface Answering {
  readonly act: FaultAct | null
  /** Aborted when the handling of the call ends. */
  readonly ended: AbortSignal | null
  readonly upstream: string
  readonly outgoing: ServerResponse
  readonly renamed: RenamedTokens
}

async function answer(call: ApiCall, answering: Answering): Promise<void> {
  const { act, ended, outgoing } = answering
  if (act?.kind === 'break' && act.when === 'before') return void outgoing.destroy()
  if (act?.kind === 'answer') {
    const { status, headers = {}, body = JSON.stringify({ success: false, message: 'Created by app check.' }) } = act
    call.status = status
    call.answer = Buffer.from(body)
    return void outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  }
  if (act?.kind === 'hold') await untilClosed(outgoing, { ms: act.ms, ended })
  if (!outgoing.destroyed) await answerOfPlatform(call, answering)
}

async function answerOfPlatform(call: ApiCall, { act, upstream, outgoing, renamed }: Answering): Promise<void> {
  const { status, headers, body } = await forward(call, { upstream, real: renamed.real })
  if (act?.kind === 'break') return void outgoing.destroy()
  const sent =
    act?.kind === 'rename-token'
      ? Buffer.from(renamed.rename(body.toString('utf8'), act.storeId))
      : await late(body, act)
  call.status = status
  call.answer = sent
  outgoing.writeHead(status, headers).end(sent)
}

/** Waits until the client disconnects, or until the time or the fault is over. */
function untilClosed(
  outgoing: ServerResponse,
  { ms, ended }: { readonly ms: number; readonly ended: AbortSignal | null },
): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      ended?.removeEventListener('abort', settle)
      resolve()
    }
    const timer = setTimeout(settle, ms)
    timer.unref()
    outgoing.once('close', settle)
    ended?.addEventListener('abort', settle)
  })
}

/** Returns the platform's body, delayed and changed as the fault specifies. */
async function late(body: Buffer, act: FaultAct | null): Promise<Buffer> {
  if (act?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, act.ms).unref())
  return act?.kind === 'change' ? Buffer.from(act.change(body.toString('utf8'))) : body
}
