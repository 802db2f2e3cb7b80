import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'

import type { Config } from '../config.ts'
import { reasonOf } from '../log.ts'
import { message, page, type Html } from '../pages/pages.ts'
import { PlatformError } from '../platform/platform-error.ts'
import { authorizeUrl } from '../protocol/authorize-url.ts'
import { issueState, verifyState } from '../protocol/oauth-state.ts'
import { proveWritable } from '../state/database.ts'
import { useOnce } from '../state/once.ts'
import type { Tools } from '../tools.ts'
import { saveInstall } from './installs.ts'

/** Time that a store owner gets to approve. */
const STATE_LIFETIME_MS = 15 * 60_000

interface Answer {
  readonly status: 200 | 400 | 502
  readonly body: Html
}

/** The install: GET /auth/start sends the browser to the store admin, GET /auth/callback takes it back. */
export function authRoutes(tools: Tools): Hono {
  const { config, keys } = tools
  return new Hono()
    .get('/auth/start', (c) => {
      const { state, nonce } = issueState({ key: keys.state[0], now: tools.now() })
      bindToBrowser(c, nonce)
      const { adminUrl, appKey, clientId, scopes } = config
      return c.redirect(authorizeUrl({ adminUrl, appKey, clientId, scopes, state }))
    })
    .get('/auth/callback', async (c) => {
      const { code, state, error } = c.req.query()
      const isOurs = (nonce: string) => getCookie(c, cookieOf(nonce)) === nonce
      const refused = await readReturn(tools, { code, state, error, isOurs })
      if (refused !== null) return c.html(refused.body, refused.status)
      const failed = await exchange(tools, code ?? '')
      if (failed !== null) return c.html(failed.body, failed.status)
      // A redirect takes the code out of the address.
      return c.redirect('/auth/done', 303)
    })
    .get('/auth/done', (c) => c.html(installed(config)))
}

/** The store owner came from the store admin, and goes on there. */
function installed({ adminUrl, appKey }: Config): Html {
  const panel = `${adminUrl.replace(/\/$/, '')}/admin/plugins/manage/${encodeURIComponent(appKey)}`
  const name = appKey.split('.').at(-1) ?? appKey
  return page(
    `${name} is installed`,
    html`<p class="icon" aria-hidden="true">${name.slice(0, 1)}</p>
      <p class="card"><code>${appKey}</code> is connected to your store.</p>
      <p><a class="button" href="${panel}">Open it in the store admin</a></p>`,
  )
}

/** A state is good in the browser that began: nobody can have another person finish an install. Several may be under way at once. */
function bindToBrowser(c: Context, nonce: string): void {
  setCookie(c, cookieOf(nonce), nonce, {
    httpOnly: true,
    secure: !isOnThisMachine(c.req.url),
    sameSite: 'Lax',
    path: '/auth',
    maxAge: STATE_LIFETIME_MS / 1000,
  })
}

/** Behind a proxy a request looks like http wherever it came from, so the name that was asked for decides. */
function isOnThisMachine(url: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}

function cookieOf(nonce: string): string {
  return `install_${nonce.slice(0, 8)}`
}

interface Return {
  readonly code: string | undefined
  readonly state: string | undefined
  readonly error: string | undefined
  /** Whether the install with this nonce was begun in this browser. */
  readonly isOurs: (nonce: string) => boolean
}

/**
 * What ends the install before the exchange, or null. A state must be ours and is used up with its code. A return without any state is an install that the
 * store owner started in the admin: it is accepted, tied to no session or account, and the store comes only from the exchange.
 */
async function readReturn(tools: Tools, { code, state, error, isOurs }: Return): Promise<Answer | null> {
  if (state !== undefined) {
    const reason = await whatIsWrong(tools, state, { isOurs, isUsedUp: error === undefined })
    if (reason !== null) {
      tools.log('install refused', { reason })
      return {
        status: 400,
        body: message(
          'Start again',
          'This return does not belong to an install that was started here, or it was used already.',
        ),
      }
    }
  }
  if (error !== undefined) {
    return {
      status: 200,
      body: message('Not installed', 'The installation was declined in the store. Nothing was changed.'),
    }
  }
  if (code === undefined || !/^[0-9a-f]{64}$/.test(code)) {
    return { status: 400, body: message('Start again', 'The address holds no authorization code.') }
  }
  return null
}

interface StateUse {
  readonly isOurs: (nonce: string) => boolean
  readonly isUsedUp: boolean
}

/** Null for a valid state, which is then used up where that is asked for. */
async function whatIsWrong(tools: Tools, state: string, { isOurs, isUsedUp }: StateUse): Promise<string | null> {
  const now = tools.now()
  const verdicts = tools.keys.state.map((key) =>
    verifyState({ state, key, now, lifetimeMs: STATE_LIFETIME_MS, consume: isOurs }),
  )
  const verdict = verdicts.find(({ ok }) => ok) ?? verdicts[0]
  if (verdict === undefined || !verdict.ok) return verdict?.reason ?? 'state-missing'
  if (!isUsedUp) return null
  const expiresAt = new Date(now.getTime() + STATE_LIFETIME_MS)
  return (await useOnce(tools, { kind: 'state', value: verdict.nonce, expiresAt })) ? null : 'state-used'
}

/** At once and exactly once. Null when the app is installed. */
async function exchange(tools: Tools, code: string): Promise<Answer | null> {
  // A token can be had once: nothing is exchanged for it while it could not be kept.
  await proveWritable(tools.db)
  try {
    const answer = await tools.platform.exchange(code)
    if (answer.app_key !== '' && answer.app_key.toLowerCase() !== tools.config.appKey.toLowerCase()) {
      return { status: 502, body: message('Not installed', 'The platform answered for another app.') }
    }
    await saveInstall(tools, answer, tools.now())
    tools.log('installed', { storeId: answer.store_id, regionId: answer.region_id })
    await workAgain(tools, answer.store_id)
    return null
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    tools.log('install failed', { status: error.status })
    return {
      status: error.status === 0 || error.status >= 500 ? 502 : 400,
      body: message('Not installed', explain(error)),
    }
  }
}

/** What came in while there was no good token waits as a dead letter. The install is done whether or not it can be fetched back now. */
async function workAgain({ queue, log }: Tools, storeId: number): Promise<void> {
  try {
    const jobs = await queue.redrive(storeId)
    if (jobs > 0) log('dead letters work again', { storeId, jobs })
  } catch (error) {
    log('dead letters still wait', { storeId, reason: reasonOf(error) })
  }
}

function explain({ status, message }: PlatformError): string {
  if (status === 401) {
    return `The platform refused the code. It gives one answer for seven causes; the likely ones first: the code is older than 5 minutes; it was used already; then the client id or secret is wrong, the code belongs to another app, or the store has no paid plan selected. Start the install again.`
  }
  if (status === 0)
    return 'No usable answer came back. The code is single use, so it is not sent again: start the install again.'
  return `${message} Start the install again.`
}
