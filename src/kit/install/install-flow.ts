import { authorizeUrl } from '../../protocol/authorize-url.ts'
import { issueState, verifyState } from '../../protocol/web/oauth-state.ts'
import type { Core } from '../core.ts'
import { proveWritable, useOnce } from '../database/once.ts'
import { html } from '../http/html.ts'
import { message, page } from '../http/pages.ts'
import { cookieOf, htmlResponse, redirect } from '../http/responses.ts'
import { enqueueHook } from './hooks.ts'
import { saveInstall } from './installs.ts'
import { ExchangeError, type Exchanged } from './platform.ts'
import { redriveStore } from './rejected-token.ts'

/** Time for a store owner to approve. */
const STATE_LIFETIME_MS = 15 * 60_000

/** The paths of an install share their first segment, because the callback must receive the state cookie. */
const COOKIE = `Max-Age=${STATE_LIFETIME_MS / 1000}; Path=/; HttpOnly; SameSite=Lax`

/** Redirects the browser to the store admin. */
export async function startInstall({ config, keys, now }: Core, request: Request): Promise<Response> {
  const { state, nonce } = await issueState({ key: (await keys()).state[0], now: now() })
  const { adminUrl, appKey, clientId, scopes } = config()
  // A state is valid only in the browser that started, so that an attacker cannot have another user finish an install. Several may be in progress.
  const secure = isOnThisMachine(request) ? '' : '; Secure'
  const cookie = `${cookieName(nonce)}=${nonce}; ${COOKIE}${secure}`
  return redirect(authorizeUrl({ adminUrl, appKey, clientId, scopes, state }), { 'Set-Cookie': cookie })
}

/** Behind a proxy every request looks like http, so the requested host name decides. */
function isOnThisMachine({ url }: Request): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}

/**
 * Handles the browser's return. A state must be ours and works once. A return without a state is an install that the
 * store owner began in the admin. It is accepted, tied to no session, and its store comes from the exchange only.
 */
export async function finishInstall(core: Core, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (state !== null) {
    const reason = await wrongState(core, request, { state, isUsedUp: error === null })
    if (reason !== null)
      return startAgain(core, reason, 'This install has expired, is complete or was started in another browser.')
  }
  if (error !== null) {
    return htmlResponse(message('Not installed', 'The store owner declined the installation. Nothing was changed.'))
  }
  if (code === null || !/^[0-9a-f]{64}$/.test(code)) {
    return startAgain(core, 'code-malformed', 'The URL has no valid authorization code.')
  }
  return exchange(core, code)
}

function startAgain({ log }: Core, reason: string, text: string): Response {
  log('install rejected', { reason })
  return htmlResponse(message('Start again', `${text} (${reason})`), 400)
}

/** The store owner came from the store admin, and continues there. */
export function installed({ config }: Core): Response {
  const { adminUrl, appKey } = config()
  const panel = `${adminUrl.replace(/\/$/, '')}/admin/plugins/manage/${encodeURIComponent(appKey)}`
  const content = html`<p class="card"><code>${appKey}</code> is connected to your store.</p>
    <p><a class="button" href="${panel}">Open the app in the store admin</a></p>`
  return htmlResponse(page(`${appKey.split('.').at(-1) ?? appKey} is installed`, content))
}

interface ReturnedState {
  readonly state: string
  readonly isUsedUp: boolean
}

/** Returns null for a valid state. */
async function wrongState(core: Core, request: Request, { state, isUsedUp }: ReturnedState): Promise<string | null> {
  const now = core.now()
  const expiresAt = new Date(now.getTime() + STATE_LIFETIME_MS)
  const consume = async (nonce: string) =>
    cookieOf(request, cookieName(nonce)) === nonce &&
    (!isUsedUp || (await useOnce(core.database, { kind: 'state', value: nonce, expiresAt })))
  let reason: string = 'state-missing'
  for (const key of (await core.keys()).state) {
    const verdict = await verifyState({ state, key, now, lifetimeMs: STATE_LIFETIME_MS, consume })
    if (verdict.ok) return null
    reason = verdict.reason
    // Another key cannot change the result for a valid signature.
    if (reason !== 'state-bad-signature') break
  }
  return reason
}

/** Exchanges immediately, with one POST. The redirect then removes the code from the address. */
async function exchange(core: Core, code: string): Promise<Response> {
  const { config, database, keys, log, now, platform } = core
  // A code works only once, so nothing is exchanged while the token could not be stored.
  await proveWritable(database)
  let answer: Exchanged
  try {
    answer = await platform.exchange(code)
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    const { status, retryAfter } = error
    const isLost = status === 0 || status >= 500
    log('install failed', { reason: isLost ? 'exchange-lost' : 'exchange-refused', status })
    // Both statuses request a wait, so that the caller can repeat the install.
    const own = isLost ? 502 : 400
    const shown = status === 429 || status === 503 ? status : own
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
    return htmlResponse(message('Not installed', explain(status)), shown, headers)
  }
  if (answer.appKey !== '' && answer.appKey.toLowerCase() !== config().appKey.toLowerCase()) {
    log('install failed', { reason: 'other-app' })
    return htmlResponse(message('Not installed', 'The platform returned a token for another app. (other-app)'), 502)
  }
  const save = await saveInstall(await keys(), answer, now())
  const { storeId, regionId } = answer
  await database.transaction(async (tx) => {
    await tx.write(save)
    await enqueueHook(core, tx, { hook: 'installed', install: answer })
  })
  log('installed', { storeId, regionId })
  await redriveStore(core, storeId)
  return redirect('/auth/done')
}

function explain(status: number): string {
  if (status === 0) {
    return 'No valid response arrived, and a code works only once. Start the install again. (exchange-lost)'
  }
  if (status >= 500) {
    return `The platform or a proxy responded with ${status}. Wait a minute, then start the install again. (exchange-lost)`
  }
  if (status === 401) {
    return 'The platform rejected the code. Likely causes: an expired code (5 minutes), a used code, a code for another app, a wrong client id or secret, or no paid plan. Start the install again. (exchange-refused)'
  }
  if (status === 429) return 'Too many installs. Wait a minute, then start the install again. (exchange-refused)'
  return `The platform responded with ${status}. Start the install again. (exchange-refused)`
}

function cookieName(nonce: string): string {
  return `install_${nonce.slice(0, 8)}`
}
