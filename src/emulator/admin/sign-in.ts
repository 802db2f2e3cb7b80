import { html } from 'hono/html'

import { AppError } from '../../errors.ts'
import type { OpenWhat } from '../../http/page-key.ts'
import type { EmulatorContext } from '../context.ts'
import type { Entered } from '../pages/open-by-key.ts'
import { errorPage, page, redirectTo, type Html } from '../pages/page.ts'
import { proofOf, proofScripts } from '../pages/proof.ts'
import { readForm } from '../pages/read-form.ts'
import { checkPassword, managerOf } from '../platform/managers.ts'
import { issueOneTime, pastSubject, useOneTime } from '../platform/one-time.ts'
import { startSession } from '../platform/sessions.ts'
import { getStore } from '../platform/stores.ts'

/** Long enough to open the URL, and short enough to make a URL that is found later useless. */
const TICKET_LIFETIME_MS = 5 * 60_000

const PLUGINS = '/admin/plugins'
const part = 'store admin'

/** Returns the cookie's name with the emulator's id, because cookies ignore ports and two emulators may run on one host. */
export function adminCookie(context: EmulatorContext): string {
  return `svcapp_admin_${context.id}`
}

export interface SignInInput {
  /** Region to select, by default the home region. */
  readonly regionId?: number | null | undefined
  /** URL on this machine to continue to, by default the Plugins list. */
  readonly next?: string | null | undefined
}

/**
 * Creates a URL that signs the store's manager in once, with a region selected. Its target is stored
 * in the emulator and is not part of the URL. Raises `emulator.unknown-store`, `emulator.bad-request`.
 */
export function signInAddress(context: EmulatorContext, code: string, { regionId, next }: SignInInput): string {
  const store = getStore(context, code)
  const region =
    regionId === undefined || regionId === null ? store.regions[0] : store.regions.find(({ id }) => id === regionId)
  if (region === undefined)
    throw new AppError('emulator.bad-request', `The store ${code} has no region with the id ${regionId}.`)
  const subject = `${managerOf(context, store.id)} ${region.id} ${localNext(context, next)}`
  const ticket = issueOneTime(context, { purpose: 'sign-in', subject }, TICKET_LIFETIME_MS)
  return `${context.urls().admin}/admin/sign-in?ticket=${ticket}`
}

/** Returns the target as a URL, which contains no spaces because `URL` escapes them. */
function localNext(context: EmulatorContext, next: string | null | undefined): string {
  if (next === undefined || next === null) return PLUGINS
  const url = URL.parse(next, context.urls().admin)
  if (url !== null && /^https?:$/.test(url.protocol) && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
    return url.href
  throw new AppError('emulator.bad-request', 'A sign-in can only continue to an http(s) URL on this machine.')
}

/** Shows the sign-in page. With a ticket, signs in immediately. */
export async function showSignIn(context: EmulatorContext, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const ticket = searchParams.get('ticket')
  if (ticket === null) return signInPage(request, { next: safeNext(searchParams.get('next')) })
  const [managerId, regionId, next] = useOneTime(context, 'sign-in', ticket)?.split(' ') ?? []
  if (managerId === undefined || next === undefined) {
    const message = html`This link was already used or has expired. ${newAddress(context, ticket)}`
    const back = { href: PLUGINS, text: 'Continue if you are signed in' }
    return errorPage({ title: 'Link expired', message, status: 403, part, back })
  }
  const tiedTo = proofOf(request)
  const value = startSession(context, { managerId: Number(managerId), regionId: Number(regionId), tiedTo })
  const scripts = isNeighbour(next, context.urls().admin) ? proofScripts(request, tiedTo) : []
  return scripts.length === 0 ? signedIn(context, value, next) : goOn(context, value, { next, scripts })
}

/** Signs the store's manager in without a password for a request with this run's key. Raises `emulator.unknown-store`. */
export function enterStore(context: EmulatorContext, request: Request, { store: code = '', panel }: OpenWhat): Entered {
  const store = getStore(context, code)
  const session = startSession(context, { managerId: managerOf(context, store.id), tiedTo: proofOf(request) })
  const next = panel === undefined ? PLUGINS : `/admin/panel-preview/${encodeURIComponent(panel)}`
  return { next, cookie: cookieOf(context, session) }
}

/** Shows the command for a new ticket. It depends on the old ticket's target, which is stored only for a while. */
function newAddress(context: EmulatorContext, ticket: string): Html {
  const install = html`press <code>i</code> in <code>app dev</code>, or run <code>app install</code> again.`
  const admin = html`For a new link, run <code>app store admin</code>.`
  const subject = pastSubject(context, 'sign-in', ticket)
  if (subject === null) return html`${admin} For an install page, ${install}`
  return subject.includes('/admin/plugins/install/') ? html`For a new link, ${install}` : admin
}

/** Handles the sign-in form: sets the session cookie and continues to `next`, or shows the page again with 401. */
export async function signIn(context: EmulatorContext, request: Request): Promise<Response> {
  const form = await readForm(request)
  const next = safeNext(form.get('next'))
  const managerId = checkPassword(context, form.get('email') ?? '', form.get('password') ?? '')
  if (managerId === null) return signInPage(request, { next, problem: 'Email or password is wrong.' })
  return signedIn(context, startSession(context, { managerId, tiedTo: proofOf(request) }), next)
}

/** Redirects a request without a session to the sign-in page, and back afterwards. */
export function askToSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return redirectTo(`/admin/sign-in?next=${encodeURIComponent(request.method === 'GET' ? pathname + search : PLUGINS)}`)
}

/** Sets the session cookie: for this host only, hidden from scripts, not sent from other sites. */
function signedIn(context: EmulatorContext, session: string, next: string): Response {
  return redirectTo(next, cookieOf(context, session))
}

function cookieOf(context: EmulatorContext, session: string): string {
  return `${adminCookie(context)}=${session}; Path=/; HttpOnly; SameSite=Lax`
}

interface Onward {
  readonly next: string
  readonly scripts: readonly string[]
}

/** Returns whether a URL is on another port of this host, to which the browser sends our cookie. */
function isNeighbour(address: string, admin: string): boolean {
  const [there, here] = [new URL(address, admin), new URL(admin)]
  return there.hostname === here.hostname && there.origin !== here.origin
}

/** Shows a page that ties the session before it redirects to another port, because that port gets the cookie too, which must be useless alone. */
async function goOn(context: EmulatorContext, session: string, { next, scripts }: Onward): Promise<Response> {
  const answer = await page({
    title: 'Signed in',
    part,
    width: 'narrow',
    scripts,
    body: html`<p class="card"><a href="${next}">Continue to ${next}</a></p>`,
  })
  answer.headers.set('Refresh', `0; url=${next}`)
  answer.headers.set('Set-Cookie', cookieOf(context, session))
  return answer
}

interface SignInForm {
  readonly next: string
  readonly problem?: string
}

/** Shows the sign-in page. The browser gets its proof for this origin before it sends the form, so that the session is tied from the start. */
function signInPage(request: Request, { next, problem }: SignInForm): Promise<Response> {
  return page({
    title: 'Sign in to the store',
    part,
    width: 'narrow',
    scripts: proofScripts(request, null),
    status: problem === undefined ? 200 : 401,
    body: html`
      <p class="lead">
        Use the email and password from <code>app store open</code>. To sign in without them, run
        <code>app store admin</code>.
      </p>
      ${problem === undefined ? '' : html`<p class="error">${problem}</p>`}
      <form method="post" action="/admin/sign-in" class="card">
        <input type="hidden" name="next" value="${next}" />
        <label class="field"
          >Email <input type="email" name="email" autocomplete="username" required autofocus
        /></label>
        <label class="field"
          >Password <input type="password" name="password" autocomplete="current-password" required
        /></label>
        <p class="actions"><button class="main" type="submit">Sign in</button></p>
      </form>
    `,
  })
}

/** Returns `next` if it is a path of the admin, else the Plugins list. It is escaped as in a browser, because a header value is ASCII only. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/admin\/[!-[\]-~]*$/.test(next) ? next : PLUGINS
}
