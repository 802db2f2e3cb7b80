import { html } from 'hono/html'

import type { Registration } from '../../control/contract.ts'
import { panelAddress } from '../../protocol/panel-address.ts'
import type { EmulatorContext } from '../context.ts'
import { errorPage, page, type Html } from '../pages/page.ts'
import { frameNeeds, frameOf, UI_LOCALE, type Frame } from '../panel/frame.ts'
import { issueEmbedToken } from '../panel/panel-session.ts'
import { settingsFrame } from '../panel/slots.ts'
import { appInStore } from '../platform/live-version.ts'
import { panelManifest } from '../platform/manifest.ts'
import type { Session } from '../platform/sessions.ts'
import { adminFrame } from './bar.ts'

const back = { href: '/admin/plugins', text: 'Back to plugins' }

const NO_UI = 'No admin UI was found'
const NO_SESSION = 'The app session could not be started'

/** Shows the app's panel in one iframe as documented, or a sentence that explains its absence. */
export function managePage(context: EmulatorContext, session: Session, appKey: string): Promise<Response> {
  const refuse = rejection(context, session, panelPath(appKey))
  const app = appInStore(context, appKey, session.store.code)
  if (app === null) return refuse('App not found', html`${NO_UI}. No app has the key ${appKey}.`, 404)
  const manifest = panelManifest(context, app.admin_manifest_json)
  if (manifest === null) return refuse(app.name, html`${NO_UI} for this app.`)
  const embedToken = issueEmbedToken(context, session, appKey)
  if (embedToken === null) return refuse(app.name, html`${NO_SESSION}.`)
  const frame: Frame = {
    title: app.name,
    src: panelAddress({ manifest, embedToken }),
    height: 'fixed',
    init: { pluginKey: app.app_key, locale: UI_LOCALE, storeContext: {} },
  }
  return framePage(context, session, {
    title: app.name,
    here: panelPath(appKey),
    lead: html`<code>${appKey}</code> · <a href="${previewPath(appKey)}">Panel preview</a>${
        isSecond(context, embedToken) ? html` · ${SAME_SECOND}` : ''
      }`,
    frame,
  })
}

/** Last token that each emulator issued. */
const lastTokens = new WeakMap<EmulatorContext, string>()

const SAME_SECOND =
  'This page was opened twice within one second, with the same token. An app that accepts each token only once rejects the second request. Reload the page.'

/** Returns whether the token equals the previous one, because tokens of one second are equal. An app that rejects it as used is not faulty. */
function isSecond(context: EmulatorContext, token: string): boolean {
  const isSame = lastTokens.get(context) === token
  lastTokens.set(context, token)
  return isSame
}

/** Shows the app's settings slot without a token, or 404 without one. */
export function settingsPage(context: EmulatorContext, session: Session, appKey: string): Promise<Response> {
  const refuse = rejection(context, session, settingsPath(appKey))
  const app = appInStore(context, appKey, session.store.code)
  if (app === null) return refuse('App not found', html`${NO_UI}. No app has the key ${appKey}.`, 404)
  if (!hasSettings(context, app)) return refuse(app.name, html`${NO_UI} for this app’s settings.`, 404)
  const frame = settingsFrame(context, session, appKey)
  if (frame === null) {
    return refuse(
      app.name,
      html`${NO_SESSION}. Check that the app is installed in this region. Then check the app’s status, test stores and
      signing secret.`,
    )
  }
  const lead = html`${frame.title} · <code>${appKey}</code>`
  return framePage(context, session, { title: `Settings of ${app.name}`, here: settingsPath(appKey), lead, frame })
}

/** Returns the admin's path of the app's panel (EMB-002). */
export function panelPath(appKey: string): string {
  return `/admin/plugins/manage/${appKey}`
}

/** Returns the path of the panel preview, which only the emulator has. */
export function previewPath(appKey: string): string {
  return `/admin/panel-preview/${appKey}`
}

export function settingsPath(appKey: string): string {
  return `${panelPath(appKey)}/settings`
}

/** Returns whether the app's released version has a settings slot. */
export function hasSettings(context: EmulatorContext, app: Registration): boolean {
  return panelManifest(context, app.admin_manifest_json)?.slots.some(({ type }) => type === 'settings') ?? false
}

interface FramePage {
  readonly title: string
  readonly here: string
  readonly lead: Html
  readonly frame: Frame
}

function framePage(
  context: EmulatorContext,
  session: Session,
  { title, here, lead, frame }: FramePage,
): Promise<Response> {
  const admin = adminFrame(context, session, here)
  return page({
    title,
    ...admin,
    ...frameNeeds([frame], admin.scripts),
    width: 'wide',
    body: html`<p class="lead">${lead}</p>
      ${frameOf(frame)}`,
  })
}

function rejection(context: EmulatorContext, session: Session, here: string) {
  const frame = adminFrame(context, session, here)
  return (title: string, message: Html, status = 200) => errorPage({ title, message, status, back, ...frame })
}
