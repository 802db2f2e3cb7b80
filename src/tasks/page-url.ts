import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import { inspectorTicket } from '../dev/notes/inspector-note.ts'
import { AppError } from '../errors.ts'
import { isListening } from '../http/listening.ts'
import type { Project } from '../project/app-toml.ts'
import { withInstalls } from '../project/installs.ts'
import { localAddress } from '../project/registration.ts'
import type { Target } from '../project/targets.ts'
import { closedApp } from './embed/closed-app.ts'
import { previewAddress } from './embed/preview-address.ts'
import { installsOfStore } from './selection/choose-install.ts'
import { meantStore } from './selection/stores.ts'

export const pageNames = ['app', 'admin', 'portal', 'data', 'inspector', 'storefront', 'preview'] as const

export type PageName = (typeof pageNames)[number]

/** A page and the URL that opens it. */
export interface PageUrl {
  readonly page: PageName
  readonly url: string
  /** Whether the URL works only once. */
  readonly singleUse: boolean
}

export interface PageTools {
  readonly context: Context
  /** Returns the project of the current folder. Raises `project.*`. */
  readonly project: () => Promise<Project>
  /** Returns the emulator's client. Raises `emulator.not-running`. */
  readonly control: () => Promise<ControlClient>
  /** Returns the target. Raises `emulator.not-running` and `project.live-incomplete`. */
  readonly target: () => Promise<Target>
  /** `emulator` or `live`. */
  readonly targetName: string
  /** `--store`: store code or id. */
  readonly store: string | undefined
  /** `--region`. Used only by the panel preview. */
  readonly region?: string | undefined
}

/**
 * Returns the page's current URL, with a ticket if required. Raises `page.unavailable` and `emulator.not-running` with
 * the command that starts what is missing, and `usage.invalid` for pages that the live platform does not document.
 */
export async function findPageUrl(tools: PageTools, page: PageName): Promise<PageUrl> {
  return finders[page](tools)
}

const finders: Readonly<Record<PageName, (tools: PageTools) => Promise<PageUrl>>> = {
  app: appPage,
  admin: adminPage,
  portal: portalPage,
  data: dataPage,
  inspector: inspectorPage,
  storefront: storefrontPage,
  preview: previewPage,
}

async function appPage({ context, project: open }: PageTools): Promise<PageUrl> {
  const project = await open()
  const { config } = project
  if (await isListening(config.dev.port)) return { page: 'app', url: `${localAddress(config)}/`, singleUse: false }
  throw closedApp(context, project, `on port ${config.dev.port}`)
}

async function adminPage(tools: PageTools): Promise<PageUrl> {
  if (tools.targetName === 'live') return { page: 'admin', url: (await tools.target()).adminUrl.href, singleUse: false }
  const [control, code] = await emulatorStore(tools)
  return { page: 'admin', url: await control.signInUrl({ store: code }), singleUse: true }
}

async function portalPage({ control }: PageTools): Promise<PageUrl> {
  return { page: 'portal', url: await (await control()).portalUrl(), singleUse: true }
}

/** Returns the data browser of a store, which is part of the portal. */
async function dataPage(tools: PageTools): Promise<PageUrl> {
  const [control, code] = await emulatorStore(tools)
  return { page: 'data', url: await control.portalUrl({ next: `/data/${code}` }), singleUse: true }
}

/** Returns the inspector of the running `app dev`. `app webhook inspect` prints its own. */
async function inspectorPage({ context, project }: PageTools): Promise<PageUrl> {
  const { dir, config } = await project()
  const { paths, send } = context
  const url = await inspectorTicket({ paths, send, dir })
  if (url !== null) return { page: 'inspector', url, singleUse: true }
  throw new AppError('page.unavailable', `No \`app dev\` with an inspector is running for ${config.key}.`, {
    suggestions: ['app dev', 'app webhook inspect'],
  })
}

async function storefrontPage(tools: PageTools): Promise<PageUrl> {
  if (tools.targetName === 'live') return liveStorefront(tools)
  const [control, code] = await emulatorStore(tools)
  const { urls } = await control.status()
  return { page: 'storefront', url: `${urls.storefront}/${code}`, singleUse: false }
}

/** Returns the app's panel in the preview of the emulator's admin. */
async function previewPage({ context, project, control, target, store, region }: PageTools): Promise<PageUrl> {
  const tools = { context, project: await project(), control: await control(), target: await target(), store, region }
  return { page: 'preview', url: await previewAddress(tools), singleUse: true }
}

async function emulatorStore({ context, control: open, target, store }: PageTools): Promise<[ControlClient, string]> {
  const control = await open()
  const { identity } = await target()
  const { code } = await meantStore({ context, control, identity }, store)
  return [control, code]
}

/** Returns the storefront of a live store. Only a token exchange reveals its domain. */
async function liveStorefront({ context, project, target, store }: PageTools): Promise<PageUrl> {
  const app = { identity: (await target()).identity, appKey: (await project()).config.key }
  const [meant] = withInstalls(context.paths, (installs) => {
    const own = installs.list(app)
    return own.length === 0
      ? []
      : installsOfStore({ installs: own, current: installs.current(app), store, appKey: app.appKey })
  })
  const url = meant === undefined ? null : URL.parse(`https://${meant.storeDomain}/`)
  if (url !== null && url.host === meant?.storeDomain) return { page: 'storefront', url: url.href, singleUse: false }
  throw new AppError(
    'page.unavailable',
    "The storefront cannot be opened, because no live install on this machine has the store's domain.",
    {
      suggestions: ['app install --target live', 'Or specify a store with --store <code>.'],
    },
  )
}

/** A page and whether a browser opened it. */
export interface OpenedPage extends PageUrl {
  readonly opened: boolean
}

const titles: Readonly<Record<PageName, string>> = {
  app: 'your app',
  admin: 'the store admin',
  portal: 'the developer portal',
  data: 'the data explorer',
  inspector: 'the inspector',
  storefront: 'the storefront',
  preview: 'the panel preview',
}

/** Returns the instruction for the user. */
export function pageNote({ page, singleUse, opened }: OpenedPage): string {
  if (opened) return `Opened ${titles[page]} in the browser.`
  const minutes = page === 'inspector' ? 'one minute' : 'five minutes'
  const times = singleUse ? ` within ${minutes}. It works once` : ''
  return `Open this URL in a browser${times}.`
}
