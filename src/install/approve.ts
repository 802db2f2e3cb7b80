import { SET_UP_HEADER } from '../control/operation.ts'
import { AppError } from '../errors.ts'
import { formBody, readForm, readRejectionText } from '../http/html-form.ts'
import { readSetCookie } from '../http/set-cookie.ts'
import type { Send, WireResponse } from '../http/wire.ts'
import type { Obtain } from './obtain.ts'
import { readReturn, type ReturnAnswer } from './read-return.ts'

export interface ApproveTools {
  readonly send: Send
  /** Returns the emulator's single-use address that signs the store's manager in, in the region of the install. */
  readonly signInUrl: () => Promise<string>
  /** Whether the CLI started this install as part of a setup: `app emulator undo` does not undo it. */
  readonly isSetUp?: boolean
}

/** A page of the emulator's admin redirects once or twice; more is a loop. */
const MAX_HOPS = 4

/**
 * Approves as the store's manager would, on the emulator: signs in, opens the real consent page, submits its real form, and
 * takes the redirect address. That address is read and never visited. Raises `install.not-approved` with the page's own text.
 */
export function obtainByApproval({ send, signInUrl, isSetUp = false }: ApproveTools): Obtain {
  return async ({ authorizeUrl, redirectUri, state }) => {
    const browse = createBrowser(isSetUp ? settingUp(send) : send, new URL(authorizeUrl).origin)
    await browse({ url: await signInUrl() })
    const page = await browse({ url: authorizeUrl })
    const form = readForm(textOf(page), '/approve')
    if (page.status !== 200 || form === null) throw notApproved(page)
    const answer = await browse({
      url: new URL(form.action, authorizeUrl).href,
      body: formBody(form.fields),
      isLast: true,
    })
    return readLocation(answer, { redirectUri, state })
  }
}

function settingUp(send: Send): Send {
  return (request) => send({ ...request, headers: { ...request.headers, [SET_UP_HEADER]: '1' } })
}

interface Visit {
  readonly url: string
  /** A form to submit. */
  readonly body?: string
  /** Returns a redirect instead of following it. */
  readonly isLast?: boolean
}

/** Creates a browser that stores cookies and follows redirects within one origin only. */
function createBrowser(send: Send, origin: string): (visit: Visit) => Promise<WireResponse> {
  const cookies = new Map<string, string>()
  const open = async (url: URL, body: string | undefined) => {
    if (url.origin !== origin) throw strayed(url)
    const headers = {
      Accept: 'text/html',
      ...cookieHeader(cookies),
      ...(body === undefined ? {} : formHeaders(origin)),
    }
    const request = { method: body === undefined ? 'GET' : 'POST', url, headers, redirects: 'answer' } as const
    const response = await send(body === undefined ? request : { ...request, body })
    keepCookies(cookies, response.headers['set-cookie'])
    return response
  }
  return async ({ url, body, isLast = false }) => {
    let at = new URL(url)
    let response = await open(at, body)
    if (isLast) return response
    for (let hop = 0; isRedirect(response); hop++) {
      if (hop === MAX_HOPS) throw strayed(at)
      at = new URL(response.headers['location'] ?? '', at)
      response = await open(at, undefined)
    }
    return response
  }
}

function isRedirect({ status, headers }: WireResponse): boolean {
  return status >= 300 && status < 400 && headers['location'] !== undefined
}

function cookieHeader(cookies: ReadonlyMap<string, string>): Record<string, string> {
  return cookies.size === 0 ? {} : { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
}

/** Returns the headers that report a form's origin, as a browser does, so that the admin can reject forms of other sites. */
function formHeaders(origin: string): Record<string, string> {
  return { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
}

/** Several `Set-Cookie` headers arrive joined by `, `; a comma inside a date is not followed by `name=`. */
function keepCookies(cookies: Map<string, string>, header: string | undefined): void {
  for (const cookie of header?.split(/,\s*(?=[^;,\s=]+=)/) ?? []) {
    const { name = '', value = '', isRemoval } = readSetCookie(cookie) ?? {}
    if (isRemoval) cookies.delete(name)
    else if (name !== '') cookies.set(name, value)
  }
}

function readLocation(
  response: WireResponse,
  { redirectUri, state }: { redirectUri: string; state: string },
): ReturnAnswer {
  const location = URL.parse(response.headers['location'] ?? '')
  const registered = URL.parse(redirectUri)
  if (location === null || location.origin !== registered?.origin || location.pathname !== registered.pathname) {
    throw notApproved(response)
  }
  const verdict = readReturn(location.searchParams, state)
  if (verdict.ok) return verdict.answer
  throw new AppError('install.not-approved', `The consent page returned an invalid response (${verdict.reason}).`)
}

function notApproved(response: WireResponse): AppError {
  const words = readRejectionText(textOf(response)).slice(0, 300) || `status ${response.status}`
  return new AppError('install.not-approved', `The consent page returned no code: ${words}`, {
    suggestions: remediesFor(words),
    details: { status: response.status },
  })
}

/** Fixes for a rejection, by the emulator's text for it. */
const remedies: readonly (readonly [RegExp, string])[] = [
  // An install of the other scope prevents this one; both error sentences of the platform match (INST-069).
  [
    /remove the existing installs? first/,
    'Run `app uninstall`, with --region <region> for a region install. Then run `app install`.',
  ],
  [
    /^This app is suspended/,
    'Lift the suspension with `app emulator app status draft` or `app emulator app status published`.',
  ],
  [/^No plan is selected/, 'Select a plan with `app emulator plan free` or `app emulator plan paid`.'],
  [
    /^This app is not supported in/,
    "Choose another country's region with `--region <region>`, or allow this country with `app emulator app countries`.",
  ],
]

function remediesFor(words: string): string[] {
  const known = remedies.find(([refusal]) => refusal.test(words))
  if (known !== undefined) return [known[1]]
  const store = otherStoreIn(words)
  return [
    store === null ? 'Update the registration with `app register`.' : `app store use ${store}`,
    'A draft can only be installed in its test stores. List them with `app store list`, or add one with `app store use <code>`.',
  ]
}

/** Returns the store that is not one of the app's test stores, from the emulator's text; null for any other rejection. */
function otherStoreIn(words: string): string | null {
  return /only in its test stores, and ([a-z0-9-]+) is not one of them/.exec(words)?.[1] ?? null
}

function strayed(url: URL): AppError {
  return new AppError(
    'install.not-approved',
    `The sign-in redirected to another site, ${url.origin}. The redirect was not followed.`,
  )
}

function textOf({ body }: WireResponse): string {
  return Buffer.from(body).toString('utf8')
}
