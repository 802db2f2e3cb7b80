import { html } from 'hono/html'

import { AppError } from '../../errors.ts'
import { errorPage, page, redirectTo } from '../pages.ts'
import { checkPassword, managerOf } from '../registry/managers.ts'
import { issueOneTime, useOneTime } from '../registry/one-time.ts'
import { startSession } from '../registry/sessions.ts'
import { getStore } from '../registry/stores.ts'
import type { World } from '../world.ts'

/** Long enough to open the address, short enough to be of no use when it is found later. */
const TICKET_LIFETIME_MS = 5 * 60_000

/** The cookie's name holds the emulator's id: cookies do not know ports, and two emulators may run side by side. */
export function adminCookie(world: World): string {
  return `svcapp_admin_${world.id}`
}

/** An address that signs the store's manager in once, with a region selected. Raises `emulator.unknown-store`, `emulator.bad-request`. */
export function signInAddress(world: World, code: string, regionId: unknown): string {
  const store = getStore(world, code)
  const region =
    regionId === undefined || regionId === null ? store.regions[0] : store.regions.find(({ id }) => id === regionId)
  if (region === undefined)
    throw new AppError('emulator.bad-request', `The store ${code} has no region with the id ${String(regionId)}.`)
  const subject = `${managerOf(world, store.id)} ${region.id}`
  const ticket = issueOneTime(world, { purpose: 'sign-in', subject }, TICKET_LIFETIME_MS)
  return `${world.urls().admin}/admin/sign-in?ticket=${ticket}`
}

/** The sign-in page; with a ticket it signs in at once. */
export async function showSignIn(world: World, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const ticket = searchParams.get('ticket')
  if (ticket === null) return signInPage(safeNext(searchParams.get('next')))
  const subject = useOneTime(world, 'sign-in', ticket)
  const [managerId, regionId] = (subject ?? '').split(' ').map(Number)
  if (subject === null || managerId === undefined) {
    const message = 'This sign-in address was used already or is too old.'
    return errorPage({ title: 'Not signed in', message, status: 403 })
  }
  return signedIn(world, startSession(world, managerId, regionId), '/admin/plugins')
}

export async function signIn(world: World, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const next = safeNext(form.get('next'))
  const managerId = checkPassword(world, form.get('email') ?? '', form.get('password') ?? '')
  if (managerId === null) return signInPage(next, 'Email or password is wrong.')
  return signedIn(world, startSession(world, managerId), next)
}

/** Where nobody is signed in: the sign-in page, and back afterwards. */
export function askToSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return redirectTo(
    `/admin/sign-in?next=${encodeURIComponent(request.method === 'GET' ? pathname + search : '/admin/plugins')}`,
  )
}

/** The session cookie: for this host only, gone from scripts, not sent along from other sites. */
function signedIn(world: World, session: string, next: string): Response {
  return redirectTo(next, `${adminCookie(world)}=${session}; Path=/; HttpOnly; SameSite=Lax`)
}

function signInPage(next: string, problem?: string): Promise<Response> {
  return page({
    title: 'Store admin',
    status: problem === undefined ? 200 : 401,
    body: html`
      ${problem === undefined ? '' : html`<p class="error">${problem}</p>`}
      <form method="post" action="/admin/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <label>Email <input type="email" name="email" autocomplete="username" required autofocus /></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" required /></label>
        <p class="actions"><button class="main" type="submit">Sign in</button></p>
      </form>
    `,
  })
}

/** Only a path of the admin itself, so that signing in leads nowhere else. */
function safeNext(next: string | null): string {
  return next !== null && /^\/admin\/[^\\\p{Cc}]*$/u.test(next) ? next : '/admin/plugins'
}
