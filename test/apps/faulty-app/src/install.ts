import { randomBytes } from 'node:crypto'

import { useOnce } from './database.ts'
import { addEarlier, type EventTools } from './events.ts'
import { faulty, otherwise } from './faulty.ts'
import { redirect, type Answer, type Visit } from './http.ts'
import { readSigned, signText, type Keys } from './keys.ts'
import { escape, message, page } from './pages.ts'
import { PlatformError } from './platform.ts'

const STATE_LIFETIME_MS = 15 * 60_000

export interface AppTools extends EventTools {
  readonly keys: Keys
}

/** GET /auth/start: sends the browser to the store admin, and gives it a cookie that its state belongs to. */
export function startInstall({ config, keys }: AppTools, visit: Visit): Answer {
  const nonce = randomBytes(16).toString('hex')
  const isSame = faulty('install-same-state') || faulty('install-same-state-once')
  const state = isSame ? 'faulty' : signText(keys.state, { nonce, at: Date.now() })
  const separator = faulty('install-scope-commas') ? ',' : '%20'
  const query = [
    'response_type=code',
    `client_id=${config.clientId}`,
    `scope=${config.scopes.join(separator)}`,
    ...(faulty('install-no-state') ? [] : [`state=${state}`]),
    ...(faulty('install-redirect-uri') ? [`redirect_uri=${encodeURIComponent(`${config.appUrl}/auth/callback`)}`] : []),
  ]
  const to = `${config.adminUrl}/admin/plugins/install/${config.appKey}?${query.join('&')}`
  const flags = `HttpOnly; SameSite=Lax; Path=/; Max-Age=900${config.appUrl.startsWith('https:') ? '; Secure' : ''}`
  const next = visit.query.get('return_to')
  const cookies = [
    `install_${nonce.slice(0, 8)}=${nonce}; ${flags}`,
    ...(faulty('install-open-redirect') && next !== null ? [`return_to=${encodeURIComponent(next)}; ${flags}`] : []),
  ]
  return { ...redirect(to, { 'Set-Cookie': cookies }), status: otherwise('redirects-with-302') ? 302 : 303 }
}

/** GET /auth/callback: a state must be ours, of this browser, and is used up with its code; an install that began in the admin has none. */
export async function endInstall(tools: AppTools, visit: Visit): Promise<Answer> {
  const { query } = visit
  if (faulty('secret-code-log')) tools.log(`callback ${visit.path}?${query.toString()}`)
  const error = query.get('error')
  const code = query.get('code') ?? ''
  if (error === null || !faulty('web-reflected')) {
    const isGood = isStateGood(tools, visit, error === null)
    if (!isGood)
      return message(400, { title: 'Start again', text: 'This return does not belong to an install begun here.' })
  }
  if (error !== null) {
    if (faulty('install-denied-exchanged')) return (await exchange(tools, code)) ?? installed(tools)
    if (faulty('install-denied-ignored') || faulty('install-denied-named')) return installed(tools)
    if (faulty('install-denied-crash')) throw new TypeError(`code is ${code}`)
    if (faulty('web-reflected')) return page(200, { title: 'Not installed', content: `<p>Not installed: ${error}</p>` })
    return message(200, { title: 'Not installed', text: 'The store has declined. Nothing was changed.' })
  }
  if (error === null && !/^[0-9a-f]{64}$/.test(code)) {
    if (faulty('web-stack')) throw new TypeError('the address holds no code')
    return message(400, { title: 'Start again', text: 'The address holds no code.' })
  }
  const shop = visit.query.get('shop')
  const failed = await exchange(
    tools,
    code,
    faulty('web-exchange-host') && shop !== null ? `http://${shop}` : undefined,
  )
  if (failed !== null) return failed
  const next = visit.cookies.get('return_to')
  if (faulty('install-open-redirect') && next !== undefined) return redirect(decodeURIComponent(next))
  if (faulty('secret-token-address')) return redirect(`/auth/done?token=${tools.installs.living().at(-1)?.token}`)
  if (otherwise('installs-by-name')) return installed(tools, tools.installs.living().at(-1)?.storeName)
  return otherwise('installs-without-redirect') ? installed(tools) : redirect('/auth/done')
}

/** GET /auth/done. */
export function installed({ config }: AppTools, storeName = ''): Answer {
  const panel = `${config.adminUrl}/admin/plugins/manage/${config.appKey}`
  const greeting = storeName === '' ? '' : `<p>Thank you, ${escape(storeName)}!</p>`
  return page(200, {
    title: 'Installed',
    content: `${greeting}<p><a href="${escape(panel)}">Open the app in the store admin</a></p>`,
  })
}

function isStateGood({ keys, db }: AppTools, { query, cookies }: Visit, isLast: boolean): boolean {
  const state = query.get('state')
  if (state === null) return !faulty('install-needs-state')
  if (faulty('install-any-state')) return true
  if (faulty('install-same-state')) return state === 'faulty'
  if (faulty('install-same-state-once')) return state === 'faulty' && (!isLast || useOnce(db, state))
  const { nonce, at } = (readSigned(keys.state, state) ?? {}) as { nonce?: string; at?: number }
  if (nonce === undefined || at === undefined || Date.now() - at > STATE_LIFETIME_MS) return false
  if (!faulty('install-any-browser') && cookies.get(`install_${nonce.slice(0, 8)}`) !== nonce) return false
  return !isLast || faulty('install-state-again') || useOnce(db, nonce)
}

/** Null when the app is installed. */
async function exchange(tools: AppTools, code: string, base?: string): Promise<Answer | null> {
  try {
    const exchanged = await tools.platform.exchange(code, base)
    if (faulty('secret-token-log')) tools.log(`installed with ${exchanged.access_token}`)
    if (faulty('install-strict-answer') && Object.keys(exchanged).length > 11) throw new PlatformError(0)
    if (faulty('install-all-scopes') && !exchanged.scopes.includes('customers.read')) throw new PlatformError(0)
    tools.installs.save(exchanged)
    const kept = tools.installs.find(exchanged.store_id, exchanged.region_id)
    if (faulty('money-first-page') && kept !== null) await addEarlier(tools, kept)
    if (faulty('install-old-given-up') && kept !== null) await tools.platform.isAlive(kept)
    tools.log(`installed in store ${exchanged.store_id}, region ${exchanged.region_id ?? 'all'}`)
    return null
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (faulty('install-refused-fine')) return null
    const status = error.status === 0 || error.status >= 500 ? 502 : 400
    const detail = faulty('secret-error-page') ? ` Sent: ${JSON.stringify(tools.config)}` : ''
    return message(status, { title: 'Not installed', text: `${error.message} Start the install again.${detail}` })
  }
}
