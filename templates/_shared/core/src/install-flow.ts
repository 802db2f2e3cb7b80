import { cookieOf, htmlAnswer, redirect } from './answers.ts'
import { html } from './html.ts'
import { saveInstall } from './installs.ts'
import { useOnce } from './once.ts'
import { message, page } from './pages.ts'
import { PlatformError } from './platform-error.ts'
import { authorizeUrl } from './protocol/authorize-url.ts'
import { issueState, verifyState } from './protocol/web/oauth-state.ts'
import { proveWritable } from './schema.ts'
import type { Tools } from './tools.ts'

/** Time that a store owner gets to approve. */
const STATE_LIFETIME_MS = 15 * 60_000

/** GET /auth/start: sends the browser to the store admin. */
export async function startInstall({ config, keys, now }: Tools, request: Request): Promise<Response> {
  const { state, nonce } = await issueState({ key: keys.state, now: now() })
  const { adminUrl, appKey, clientId, scopes } = config
  // A state is good in the browser that began: nobody can have another person finish an install. Several may be under way at once.
  const secure = isOnThisMachine(request) ? '' : '; Secure'
  const cookie = `${cookieName(nonce)}=${nonce}; Max-Age=${STATE_LIFETIME_MS / 1000}; Path=/auth; HttpOnly; SameSite=Lax${secure}`
  return redirect(authorizeUrl({ adminUrl, appKey, clientId, scopes, state }), { 'Set-Cookie': cookie })
}

/** Behind a proxy a request looks like http wherever it came from, so the name that was asked for decides. */
function isOnThisMachine({ url }: Request): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}

/**
 * GET /auth/callback: takes the browser back. A state must be ours and is used up with its code. A return without any state is an install that the store
 * owner started in the admin: it is accepted, tied to no session or account, and the store comes only from the exchange.
 */
export async function finishInstall(tools: Tools, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const [code, state, error] = ['code', 'state', 'error'].map((name) => query.get(name))
  if (state !== null && !(await isOurState(tools, request, { state, usesUp: error === null }))) {
    const text = 'This return does not belong to an install that was started here, or it was used already.'
    return htmlAnswer(message('Start again', text), 400)
  }
  if (error !== null) {
    return htmlAnswer(message('Not installed', 'The installation was declined in the store. Nothing was changed.'))
  }
  if (typeof code !== 'string' || !/^[0-9a-f]{64}$/.test(code)) {
    return htmlAnswer(message('Start again', 'The address holds no authorization code.'), 400)
  }
  return exchange(tools, code)
}

/** GET /auth/done: the store owner came from the store admin, and goes on there. */
export function installed({ config: { adminUrl, appKey } }: Tools): Response {
  const panel = `${adminUrl.replace(/\/$/, '')}/admin/plugins/manage/${encodeURIComponent(appKey)}`
  const name = appKey.split('.').at(-1) ?? appKey
  const content = html`<p class="icon" aria-hidden="true">${name.slice(0, 1)}</p>
    <p class="card"><code>${appKey}</code> is connected to your store.</p>
    <p><a class="button" href="${panel}">Open it in the store admin</a></p>`
  return htmlAnswer(page(`${name} is installed`, content))
}

interface ReturnedState {
  readonly state: string | null | undefined
  readonly usesUp: boolean
}

async function isOurState(tools: Tools, request: Request, { state, usesUp }: ReturnedState): Promise<boolean> {
  const { db, keys, log } = tools
  const now = tools.now()
  const expiresAt = new Date(now.getTime() + STATE_LIFETIME_MS)
  const consume = async (nonce: string) =>
    cookieOf(request, cookieName(nonce)) === nonce &&
    (!usesUp || (await useOnce(db, { kind: 'state', value: nonce, expiresAt }, now)))
  const verdict = await verifyState({ state, key: keys.state, now, lifetimeMs: STATE_LIFETIME_MS, consume })
  if (!verdict.ok) log('install.refused', { reason: verdict.reason })
  return verdict.ok
}

/** At once and exactly once. A redirect then takes the code out of the address. */
async function exchange(tools: Tools, code: string): Promise<Response> {
  // A token can be had once: nothing is exchanged for it while it could not be kept.
  await proveWritable(tools.db)
  try {
    const answer = await tools.platform.exchange(code)
    if (answer.appKey !== '' && answer.appKey.toLowerCase() !== tools.config.appKey.toLowerCase()) {
      return htmlAnswer(message('Not installed', 'The platform answered for another app.'), 502)
    }
    await saveInstall(tools, answer, tools.now())
    tools.log('install.done', { storeId: answer.storeId, regionId: answer.regionId })
    return redirect('/auth/done')
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    tools.log('install.exchange-failed', { status: error.status })
    return htmlAnswer(message('Not installed', explain(error)), statusOf(error), retryAfter(error))
  }
}

function statusOf({ status }: PlatformError): number {
  if (status === 429) return 429
  return status === 0 || status >= 500 ? 502 : 400
}

function retryAfter({ waitSeconds }: PlatformError): Readonly<Record<string, string>> {
  return waitSeconds === null ? {} : { 'Retry-After': String(waitSeconds) }
}

function explain({ status, message, waitSeconds }: PlatformError): string {
  if (status === 429) return `Too many installs in one minute. Start the install again in ${waitSeconds ?? 60} seconds.`
  if (status === 401) {
    return `The platform refused the code. It gives one answer for seven causes; the likely ones first: the code is older than 5 minutes; it was used already; then the client id or secret is wrong, the code belongs to another app, or the store has no paid plan selected. Start the install again.`
  }
  if (status === 0)
    return 'No usable answer came back. The code is single use, so it is not sent again: start the install again.'
  return `${message} Start the install again.`
}

function cookieName(nonce: string): string {
  return `install_${nonce.slice(0, 8)}`
}
