import { html } from 'hono/html'

import { AppError } from '../../errors.ts'
import type { OpenWhat } from '../../http/page-key.ts'
import type { Entered } from '../pages/open-by-key.ts'
import { errorPage, page, redirectTo, type Html } from '../pages/page.ts'
import { proofOf, proofScripts } from '../pages/proof.ts'
import { readForm } from '../pages/read-form.ts'
import { checkPassword, managerOf } from '../platform/managers.ts'
import { issueOneTime, pastSubject, useOneTime } from '../platform/one-time.ts'
import { startSession } from '../platform/sessions.ts'
import { getStore } from '../platform/stores.ts'
import type { World } from '../world.ts'

/** Long enough to open the address, short enough to be of no use when it is found later. */
const TICKET_LIFETIME_MS = 5 * 60_000

const PLUGINS = '/admin/plugins'
const part = 'store admin'

/** The cookie's name holds the emulator's id: cookies do not know ports, and two emulators may run side by side. */
export function adminCookie(world: World): string {
  return `svcapp_admin_${world.id}`
}

export interface SignInInput {
  /** Of the region that is selected; the home region when left out. */
  readonly regionId?: number | null | undefined
  /** An address on this machine to go on to; the Plugins list when left out. */
  readonly next?: string | null | undefined
}

/**
 * An address that signs the store's manager in once, with a region selected. Where it leads on to is kept here and is not part of the address.
 * Raises `emulator.unknown-store`, `emulator.bad-request`.
 */
export function signInAddress(world: World, code: string, { regionId, next }: SignInInput): string {
  const store = getStore(world, code)
  const region =
    regionId === undefined || regionId === null ? store.regions[0] : store.regions.find(({ id }) => id === regionId)
  if (region === undefined)
    throw new AppError('emulator.bad-request', `The store ${code} has no region with the id ${regionId}.`)
  const subject = `${managerOf(world, store.id)} ${region.id} ${localNext(world, next)}`
  const ticket = issueOneTime(world, { purpose: 'sign-in', subject }, TICKET_LIFETIME_MS)
  return `${world.urls().admin}/admin/sign-in?ticket=${ticket}`
}

/** Without a space, whatever was given: `URL` escapes it. */
function localNext(world: World, next: string | null | undefined): string {
  if (next === undefined || next === null) return PLUGINS
  const url = URL.parse(next, world.urls().admin)
  if (url !== null && /^https?:$/.test(url.protocol) && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
    return url.href
  throw new AppError('emulator.bad-request', 'A sign-in can only continue to an http(s) address on this machine.')
}

/** The sign-in page; with a ticket it signs in at once. */
export async function showSignIn(world: World, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const ticket = searchParams.get('ticket')
  if (ticket === null) return signInPage(request, { next: safeNext(searchParams.get('next')) })
  const [managerId, regionId, next] = useOneTime(world, 'sign-in', ticket)?.split(' ') ?? []
  if (managerId === undefined || next === undefined) {
    const message = html`This link was already used or has expired. ${newAddress(world, ticket)}`
    const back = { href: PLUGINS, text: 'Continue if you are signed in' }
    return errorPage({ title: 'Link expired', message, status: 403, part, back })
  }
  const tiedTo = proofOf(request)
  const value = startSession(world, { managerId: Number(managerId), regionId: Number(regionId), tiedTo })
  const scripts = isNeighbour(next, world.urls().admin) ? proofScripts(request, tiedTo) : []
  return scripts.length === 0 ? signedIn(world, value, next) : goOn(world, value, { next, scripts })
}

/** Signs the store's manager in without a password, for a request with the key of this run. Raises `emulator.unknown-store`. */
export function enterStore(world: World, request: Request, { store: code = '', panel }: OpenWhat): Entered {
  const store = getStore(world, code)
  const session = startSession(world, { managerId: managerOf(world, store.id), tiedTo: proofOf(request) })
  const next = panel === undefined ? PLUGINS : `/admin/lab/${encodeURIComponent(panel)}`
  return { next, cookie: cookieOf(world, session) }
}

/** Names the command that gives a new ticket, which depends on where the old one led; that is forgotten after a while. */
function newAddress(world: World, ticket: string): Html {
  const install = html`press <code>i</code> in <code>app dev</code>, or run <code>app install</code> again.`
  const admin = html`For a new link, run <code>app store admin</code>.`
  const subject = pastSubject(world, 'sign-in', ticket)
  if (subject === null) return html`${admin} For an install page, ${install}`
  return subject.includes('/admin/plugins/install/') ? html`For a new link, ${install}` : admin
}

/** Takes the form of the sign-in page: the session's cookie and on to `next`, or the page again with 401. */
export async function signIn(world: World, request: Request): Promise<Response> {
  const form = await readForm(request)
  const next = safeNext(form.get('next'))
  const managerId = checkPassword(world, form.get('email') ?? '', form.get('password') ?? '')
  if (managerId === null) return signInPage(request, { next, problem: 'Email or password is wrong.' })
  return signedIn(world, startSession(world, { managerId, tiedTo: proofOf(request) }), next)
}

/** Where nobody is signed in: the sign-in page, and back afterwards. */
export function askToSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return redirectTo(`/admin/sign-in?next=${encodeURIComponent(request.method === 'GET' ? pathname + search : PLUGINS)}`)
}

/** The session cookie: for this host only, hidden from scripts, not sent along from other sites. */
function signedIn(world: World, session: string, next: string): Response {
  return redirectTo(next, cookieOf(world, session))
}

function cookieOf(world: World, session: string): string {
  return `${adminCookie(world)}=${session}; Path=/; HttpOnly; SameSite=Lax`
}

interface Onward {
  readonly next: string
  readonly scripts: readonly string[]
}

/** Whether an address is another port of our own host, to which the browser sends our cookie. */
function isNeighbour(address: string, admin: string): boolean {
  const [there, here] = [new URL(address, admin), new URL(admin)]
  return there.hostname === here.hostname && there.origin !== here.origin
}

/** Before a redirect to another port of this host, a page in between ties the session, so that the cookie alone is worth nothing there. */
async function goOn(world: World, session: string, { next, scripts }: Onward): Promise<Response> {
  const answer = await page({
    title: 'Signed in',
    part,
    width: 'narrow',
    scripts,
    body: html`<p class="card"><a href="${next}">Continue to ${next}</a></p>`,
  })
  answer.headers.set('Refresh', `0; url=${next}`)
  answer.headers.set('Set-Cookie', cookieOf(world, session))
  return answer
}

interface SignInForm {
  readonly next: string
  readonly problem?: string
}

/** Its browser gets its password for this origin before it sends the form, so that the session is tied from its first moment. */
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

/** Only a path of the admin itself, so that signing in leads nowhere else; escaped as a browser does, because a header value is ASCII only. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/admin\/[!-[\]-~]*$/.test(next) ? next : PLUGINS
}
