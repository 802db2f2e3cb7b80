import { onTestFinished } from 'vitest'

import type { TokenExchangeAnswer } from '../../src/catalog/oauth.ts'
import type {
  OpenStoreAnswer,
  RegisterAnswer,
  RegistrationInput,
  RegistrationSecrets,
} from '../../src/control/contract.ts'
import type { OpenStoreInput } from '../../src/control/store-contract.ts'
import { createEmulator, type Emulator } from '../../src/emulator/app.ts'
import { NOON } from './context.ts'
import { fillStore } from './emulator/seeded-stores.ts'

export interface MakeEmulatorOptions {
  readonly start?: Date
  /** Folder of the emulator. By default ':memory:'. */
  readonly dir?: string
  /** Waits for a fault's delay. By default no time passes. */
  readonly sleep?: (ms: number) => Promise<void>
}

export interface RegisterOverrides extends Partial<RegistrationInput> {
  readonly appKey?: string
}

export interface RegisteredApp extends RegisterAnswer {
  readonly appKey: string
  readonly secrets: RegistrationSecrets
}

export interface OpenedStore extends OpenStoreAnswer {
  readonly code: string
}

export interface InstallOptions {
  readonly app: RegisteredApp
  readonly store: OpenedStore
  /** Region code. By default the home region. */
  readonly region?: string
  /** Optional scopes that the owner deselects. */
  readonly off?: readonly string[]
  /** Query of the authorize address, as the app builds it. */
  readonly query?: string
  /** Headers of the consent form's request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A signed-in store manager's browser, which keeps its cookie and follows no redirect. */
export interface Browser {
  readonly open: (path: string) => Promise<Response>
  /** Posts fields, or a text unchanged. */
  readonly post: (path: string, fields: Fields | string, more?: Readonly<Record<string, string>>) => Promise<Response>
}

/**
 * Starts the real emulator in memory with a clock that a test moves. Tests register apps and open stores through the
 * control API, and install through the real consent form and the real exchange. It closes when the test ends.
 */
export function makeEmulator({ start = NOON, dir = ':memory:', sleep = async () => {} }: MakeEmulatorOptions = {}) {
  let now = start.getTime()
  const emulator = createEmulator({ dir, now: () => new Date(now), sleep })
  onTestFinished(() => emulator.close())
  const clock = { now: () => new Date(now), advance: (ms: number) => void (now += ms) }
  return { ...handsOn(emulator, { isInMemory: dir === ':memory:' }), clock }
}

/** Returns what developers, managers and apps do with an emulator in this process. */
export function handsOn(emulator: Emulator, { isInMemory }: { readonly isInMemory: boolean }) {
  const urls = emulator.context.urls()

  /** Calls the control API. Throws for a rejection, with status and body in the message. */
  const control = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await rawControl(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const rawControl = (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { Authorization: `Bearer ${emulator.controlToken}`, 'Content-Type': 'application/json' }
    const init: RequestInit = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    return emulator.fetch(new Request(`${urls.portal}/_emu/v1${path}`, init))
  }

  const registerApp = async ({
    appKey = 'app.acme.loyalty',
    ...fields
  }: RegisterOverrides = {}): Promise<RegisteredApp> => {
    const input: RegistrationInput = {
      name: 'Loyalty',
      requested_scopes: ['orders.read'],
      redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
      ...fields,
    }
    const answer = await control<RegisterAnswer>('PUT', `/apps/${appKey}`, input)
    // A changed app keeps its secrets, which are not shown again. The caller has them from the first response.
    const secrets = answer.secrets ?? { client_id: answer.app.client_id, client_secret: '', webhook_signing_secret: '' }
    return { ...answer, secrets, appKey }
  }

  const openStore = async (overrides: Partial<OpenStoreInput> = {}): Promise<OpenedStore> => {
    const isCopied = isInMemory && (overrides.seed === undefined || overrides.seed === 'small')
    const seed = isCopied ? { seed: 'none' } : {}
    const answer = await control<OpenStoreAnswer>('POST', '/stores', { name: 'Demo', ...overrides, ...seed })
    if (isCopied) fillStore(emulator.context, answer.store)
    return { ...answer, code: answer.store.code }
  }

  /** Signs in the manager of a store through a single-use address, with a region selected. */
  const signIn = async (store: OpenedStore, region?: string): Promise<Browser> => {
    const regionId = regionOf(store, region).id
    const { url } = await control<{ url: string }>('POST', `/stores/${store.code}/sign-in`, { regionId })
    const signedIn = await emulator.fetch(new Request(url))
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return {
      open: (path) => emulator.fetch(new Request(urls.admin + path, { headers: { Cookie: cookie } })),
      post: (path, fields, more = {}) =>
        emulator.fetch(
          new Request(urls.admin + path, {
            method: 'POST',
            headers: {
              Cookie: cookie,
              Origin: urls.admin,
              'Content-Type': 'application/x-www-form-urlencoded',
              ...more,
            },
            body: typeof fields === 'string' ? fields : formText(fields),
          }),
        ),
    }
  }

  /** Opens the consent page and presses Approve. Returns where the browser goes next, or throws with what the owner saw instead. */
  const consent = async ({ app, store, region, off = [], headers, query = '' }: InstallOptions): Promise<URL> => {
    const browser = await signIn(store, region)
    const shown = await browser.open(`/admin/plugins/install/${app.appKey}${query}`)
    const form = readForm(await shown.text()).filter(([name, value]) => name !== 'scope' || !off.includes(value))
    const answer = await browser.post(`/admin/plugins/install/${app.appKey}/approve`, form, headers)
    const next = URL.parse(answer.headers.get('location') ?? '')
    if (!next?.searchParams.get('code')) throw new Error(`No code: ${answer.status} ${await answer.text()}`)
    return next
  }

  const approve = async (options: InstallOptions) => (await consent(options)).searchParams.get('code') ?? ''

  const exchange = (
    body: unknown,
    { address = '127.0.0.1', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
  ) =>
    emulator.fetch(
      new Request(`${urls.api}/api/apps/oauth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      { address },
    )

  const installApp = async (options: InstallOptions) => {
    const code = await approve(options)
    const response = await exchange(exchangeBody(options.app, code))
    if (response.status !== 200) throw new Error(`Exchange: ${response.status} ${await response.text()}`)
    const answer = (await response.json()) as TokenExchangeAnswer
    return { token: answer.access_token, answer, code, storeId: answer.store_id, regionId: answer.region_id }
  }

  /** Calls the REST API. `path` is relative to `/api/apps/v1`. */
  const api = (token: string, path: string, init: RequestInit = {}) =>
    emulator.fetch(
      new Request(`${urls.api}/api/apps/v1${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) },
      }),
    )

  return {
    emulator,
    urls,
    control,
    rawControl,
    registerApp,
    openStore,
    signIn,
    consent,
    approve,
    exchange,
    exchangeBody,
    installApp,
    api,
  }
}

/** Returns an app's request body to exchange `code`. */
export function exchangeBody({ secrets }: RegisteredApp, code: string) {
  return { clientId: secrets.client_id, clientSecret: secrets.client_secret, code }
}

/** Returns a store's region by code, or the home region without one. */
export function regionOf({ store }: OpenedStore, code?: string) {
  const region = store.regions.find((candidate) => code === undefined || candidate.code === code)
  if (region === undefined) throw new Error(`The store has no region ${code}.`)
  return region
}

type Fields = readonly (readonly [string, string])[] | Record<string, string>

function formText(fields: Fields): string {
  const pairs = isList(fields) ? fields.map(([name, value]): [string, string] => [name, value]) : fields
  return new URLSearchParams(pairs).toString()
}

function isList(fields: Fields): fields is readonly (readonly [string, string])[] {
  return Array.isArray(fields)
}

/** Returns the fields that the unchanged consent form would send: hidden ones, and checked boxes that are not disabled. */
export function readForm(page: string): [string, string][] {
  const form = /<form[^>]*id="consent"[^>]*>([\s\S]*?)<\/form>/.exec(page)?.[1]
  if (form === undefined) return []
  return [...form.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bdisabled\b/.test(tag) && (!/type="checkbox"/.test(tag) || /\bchecked\b/.test(tag)))
    .map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])
}

function attribute(tag: string, name: string): string {
  const text = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
