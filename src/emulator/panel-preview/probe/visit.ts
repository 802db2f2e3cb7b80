import { readSetCookie, survivesInFrame, type SetCookie } from '../../../http/set-cookie.ts'
import { askApp, type Answer } from './ask.ts'

export interface VisitTools {
  /** Origin of the admin, whose page contains the frame. */
  readonly admin: string
  readonly now: () => Date
}

/** A browser's path to the frame's page, and the result. */
export interface Visit {
  /** URLs without their query, each with its status. */
  readonly steps: readonly { readonly path: string; readonly status: number }[]
  readonly cookies: readonly SetCookie[]
  /** Cookies that a browser would send next, as a header. */
  readonly jar: string
  /** Null if there was no page or a redirect left the app's origin. */
  readonly page: Page | null
  /** Reason why there is no page. */
  readonly obstacle: { readonly kind: 'silent' | 'left' | 'circle'; readonly words: string } | null
}

export interface Page {
  readonly url: URL
  readonly answer: Answer
}

const MOST_STEPS = 10

/** Opens a URL as a browser does in a cross-site frame: follows redirects and keeps only the cookies that such a frame allows. */
export async function visitAsFrame({ admin, now }: VisitTools, address: string): Promise<Visit> {
  const { origin } = new URL(address)
  const steps: { path: string; status: number }[] = []
  const cookies: SetCookie[] = []
  const kept = new Map<string, string>()
  const visit = (rest: Pick<Visit, 'page' | 'obstacle'>): Visit => ({
    steps,
    cookies,
    jar: cookieHeader(kept),
    ...rest,
  })
  let url = new URL(address)
  while (steps.length < MOST_STEPS) {
    // Each step needs the cookies of the previous one.
    const result = await askApp({ url: url.href, headers: frameHeaders(admin, cookieHeader(kept)) })
    if (!result.ok) return visit({ page: null, obstacle: { kind: 'silent', words: result.why } })
    const { answer } = result
    steps.push({ path: url.pathname, status: answer.status })
    for (const cookie of answer.setCookies.map((header) => readSetCookie(header, now()))) {
      if (cookie === null) continue
      cookies.push(cookie)
      if (cookie.isRemoval) kept.delete(cookie.name)
      else if (survivesInFrame(cookie)) kept.set(cookie.name, cookie.value)
    }
    const next = redirectOf(answer, url)
    if (next === null) return visit({ page: { url, answer }, obstacle: null })
    if (next.origin !== origin) return visit({ page: null, obstacle: { kind: 'left', words: next.origin } })
    url = next
  }
  return visit({ page: null, obstacle: { kind: 'circle', words: `${MOST_STEPS} redirects` } })
}

function redirectOf({ status, headers }: Answer, from: URL): URL | null {
  const location = headers.get('location')
  return [301, 302, 303, 307, 308].includes(status) && location !== undefined ? URL.parse(location, from.href) : null
}

function frameHeaders(admin: string, cookie: string): Record<string, string> {
  return {
    Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'Accept-Language': 'en',
    // The part of the admin's URL that the frame's `strict-origin` policy sends (EMB-040).
    Referer: `${admin}/`,
    'Sec-Fetch-Dest': 'iframe',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'cross-site',
    'Upgrade-Insecure-Requests': '1',
    'User-Agent': 'svcapp-panel-preview',
    ...(cookie === '' ? {} : { Cookie: cookie }),
  }
}

function cookieHeader(kept: ReadonlyMap<string, string>): string {
  return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
}
