import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

import type {
  EmulatorUrls,
  RegistrationInput,
  RegistrationSecrets,
  StoreRegion,
} from '../../../src/control/contract.ts'
import type { VariationName } from '../../apps/faulty-app/src/variations.ts'
import { compileCacheOfTests } from '../../support/processes/compile-cache.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { newAppDir } from '../../support/program.ts'
import { serve } from '../../support/served.ts'
import { still } from './chromium.ts'

const KEY = 'app.acme.loyalty'
const faultyDir = join(import.meta.dirname, '../../apps/faulty-app')

export interface FixtureOptions {
  readonly storeName?: string
  /** Types and paths of the app's slots; a panel at `panel` when left out. */
  readonly slots?: readonly (readonly [type: string, path: string])[]
  readonly registration?: Partial<RegistrationInput>
  /** Further environment of the running app. */
  readonly env?: Readonly<Record<string, string>>
  /** A variation of the app in test/apps/faulty-app runs in place of a new app. */
  readonly app?: VariationName
}

/** The emulator on real ports, an app that is registered but does not run, its test store, and addresses for a browser. Gone with the test. */
export async function makeFixture({
  storeName = 'Demo',
  slots = [['fullpage', 'panel']],
  registration = {},
}: FixtureOptions = {}) {
  const { control, urls, running } = await serve()
  const port = await freePort()
  const app = `http://127.0.0.1:${port}`
  const { secrets } = await control.register({
    key: KEY,
    name: 'Loyalty',
    requested_scopes: ['orders.read', 'products.read'],
    optional_scopes: ['products.read'],
    redirect_uris: [`${app}/auth/callback`],
    webhook_url: `${app}/webhooks`,
    webhook_topics: ['order.created', 'order.paid'],
    admin_manifest_json: JSON.stringify({
      renderMode: 'iframe',
      appUrl: app,
      installScope: registration.install_scope ?? 'region',
      slots: slots.map(([type, path]) => ({ type, path, label: `Loyalty ${type}` })),
    }),
    ...registration,
  })
  if (secrets === null) throw new Error('A new app gets secrets.')
  const { store } = await control.openStore({ name: storeName, appKey: KEY })
  /** A new person: a browser of their own, signed in to the store's admin. */
  const signIn = async (browser: Browser, region?: string): Promise<Page> => {
    const page = await stranger(browser)
    await page.goto(await control.signInUrl({ store: store.code, regionId: regionOf(store.regions, region).id }))
    return page
  }
  return {
    control,
    running,
    urls,
    key: KEY,
    store,
    secrets,
    app,
    port,
    signIn,
    consent: `${urls.admin}/admin/plugins/install/${KEY}`,
    manage: `${urls.admin}/admin/plugins/manage/${KEY}`,
    codes: () => running.emulator.context.registry.prepare('SELECT * FROM codes').all().length,
  }
}

export type Fixture = Awaited<ReturnType<typeof makeFixture>>

/** A browser context of its own, closed with the test; nobody is signed in. */
export async function stranger(browser: Browser): Promise<Page> {
  const context = await browser.newContext(still)
  onTestFinished(() => context.close())
  return context.newPage()
}

/** The same with the app of the template running, as `app dev` would start it. */
export async function makeRunningFixture(options: FixtureOptions = {}) {
  const fixture = await makeFixture(options)
  const installScope = options.registration?.install_scope === 'store' ? 'store' : 'region'
  const { app: variation, env = {} } = options
  await runTemplate({ ...fixture, installScope, env, variation })
  return fixture
}

/** What an app of the template is run with. */
export interface RunTemplate {
  readonly key: string
  readonly app: string
  readonly port: number
  readonly urls: EmulatorUrls
  readonly secrets: RegistrationSecrets
  readonly installScope: 'region' | 'store'
  readonly env: Readonly<Record<string, string>>
  readonly variation?: VariationName | undefined
}

/** A new app of the template with the credentials of a registration and what it keeps in a folder that goes with the test, which kills it. */
export async function runTemplate({ variation, ...facts }: RunTemplate): Promise<void> {
  const { key, app, port, urls, secrets, installScope, env } = facts
  const dataDir = mkdtempSync(join(tmpdir(), 'svcapp-browser-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const [dir, cwd] = variation === undefined ? [newAppDir, newAppDir] : [faultyDir, dataDir]
  const child = spawn(process.execPath, [join(dir, 'src/server.ts')], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ...compileCacheOfTests(),
      PORT: String(port),
      DATA_DIR: dataDir,
      SVCAPP_APP_KEY: key,
      SVCAPP_APP_URL: app,
      SVCAPP_BASE_URL: urls.api,
      SVCAPP_ADMIN_URL: urls.admin,
      SVCAPP_CLIENT_ID: secrets.client_id,
      SVCAPP_CLIENT_SECRET: secrets.client_secret,
      SVCAPP_SIGNING_SECRET: secrets.webhook_signing_secret,
      SVCAPP_TOKEN_KEY: 'ab'.repeat(32),
      SVCAPP_SCOPES: 'orders.read products.read',
      SVCAPP_REDIRECT_URI: `${app}/auth/callback`,
      SVCAPP_INSTALL_SCOPE: installScope,
      ...(variation !== undefined && { FAULTY: variation }),
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The app ended with ${code}.`))),
  ])
}

/** Installs the app by hand: from its own page through the consent form. Leaves the page on the app's own. */
export async function installByHand(page: Page, { app }: Fixture): Promise<void> {
  await page.goto(`${app}/auth/start`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(`${app}/auth/done`)
}

function regionOf(regions: readonly StoreRegion[], code: string | undefined): StoreRegion {
  const region = regions.find((one) => code === undefined || one.code === code)
  if (region === undefined) throw new Error(`There is no region ${code}.`)
  return region
}
