import { formBody } from '../../http/html-form.ts'
import type { SetCookie } from '../../http/set-cookie.ts'
import { judgeable } from '../cannot-judge.ts'
import { cookiesOf, createCookieJar } from './cookie-jar.ts'
import { readHeader, sendRaw, type RawHeader, type RawRequest, type Answer } from './raw-request.ts'

/** One browser request and its response. */
export interface Hop {
  readonly method: string
  readonly url: URL
  readonly answer: Answer
}

export interface Page {
  /** Final URL; after a redirect to another origin, the last URL that was requested. */
  readonly url: URL
  readonly status: number | null
  /** Text of the last response. */
  readonly text: string
  readonly answer: Answer
  readonly hops: readonly Hop[]
  /** Target of a redirect that was not followed because it points to another origin or exceeds the limit. */
  readonly leftTo: URL | null
}

export interface Visit {
  readonly method?: string
  readonly form?: readonly (readonly [name: string, value: string])[]
  readonly headers?: readonly RawHeader[]
  readonly body?: Uint8Array
  /** `none` returns the first response unchanged. */
  readonly redirects?: 'follow' | 'none'
}

/** A user's browser: it has its own cookies, follows redirects itself, and runs no scripts. */
export interface Browser {
  /** Opens a URL of the app (under its registered origin) or of the store admin. Throws `TooBusy` if the machine is too busy for a response. */
  readonly open: (url: URL | string, visit?: Visit) => Promise<Page>
  readonly cookies: (url: URL) => readonly SetCookie[]
}

export interface BrowserTools {
  /** Local ports by the origins that the browser may visit. */
  readonly portOf: (origin: string) => number | null
  /** Sends over the wire unchanged by default. */
  readonly send?: (request: RawRequest) => Promise<Answer>
}

/** Browsers follow this many redirects. */
const MAX_HOPS = 20

export function createBrowser({ portOf, send = sendRaw }: BrowserTools): Browser {
  const jar = createCookieJar()
  const ask = async (url: URL, visit: Visit): Promise<Hop> => {
    const { method = visit.form === undefined ? 'GET' : 'POST', form, headers = [] } = visit
    const cookie = jar.header(url.hostname)
    const sent: RawHeader[] = [
      ['Host', url.host],
      ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
      ['User-Agent', 'Mozilla/5.0 (app check)'],
      ...(cookie === null ? [] : [['Cookie', cookie] as const]),
      ...(form === undefined
        ? []
        : [['Content-Type', 'application/x-www-form-urlencoded'] as const, ['Origin', url.origin] as const]),
      ...headers,
    ]
    const body = form === undefined ? visit.body : Buffer.from(formBody(form))
    const request = { method, port: portOf(url.origin) ?? 0, path: url.pathname + url.search, headers: sent }
    const answer = judgeable(await send(body === undefined ? request : { ...request, body }))
    if (answer.answered) jar.keep(url.hostname, cookiesOf(answer))
    return { method, url, answer }
  }
  return {
    cookies: ({ hostname }) => jar.all(hostname),
    open: async (address, visit = {}) => {
      const hops = [await ask(new URL(address), visit)]
      for (;;) {
        const last = hops.at(-1)
        if (last === undefined) throw new Error('A visit has at least one hop.')
        const next = visit.redirects === 'none' ? null : readRedirect(last)
        if (next === null) return readPage(last, hops, null)
        if (portOf(next.origin) === null || hops.length > MAX_HOPS) return readPage(last, hops, next)
        hops.push(await ask(next, {}))
      }
    },
  }
}

/** Returns the URL to which a response redirects the browser; null without a redirect. */
export function readRedirect({ answer, url }: Hop): URL | null {
  if (!answer.answered || answer.status < 300 || answer.status > 399) return null
  const location = readHeader(answer, 'location')
  return location === null ? null : URL.parse(location, url.href)
}

function readPage({ url, answer }: Hop, hops: readonly Hop[], leftTo: URL | null): Page {
  const { answered } = answer
  return {
    url,
    status: answered ? answer.status : null,
    text: answered ? answer.body.toString('utf8') : '',
    answer,
    hops: [...hops],
    leftTo,
  }
}
