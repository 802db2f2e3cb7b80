import { html } from 'hono/html'

import { panelAddress } from '../../protocol/panel-address.ts'
import { errorPage, page } from '../pages.ts'
import { findApp } from '../registry/apps.ts'
import { panelManifest } from '../registry/manifest.ts'
import type { Session } from '../registry/sessions.ts'
import type { World } from '../world.ts'
import { sessionBar } from './bar.ts'
import { issueEmbedToken } from './embed-token.ts'

/** The page that holds the app's panel: one iframe as documented, or the sentence that says why there is none. */
export function managePage(world: World, session: Session, appKey: string): Promise<Response> {
  const app = findApp(world, appKey)
  if (app === null) return errorPage({ title: 'No such app', message: `There is no app ${appKey}.`, status: 404 })
  const bar = sessionBar(session)
  const manifest = panelManifest(world, app.admin_manifest_json)
  if (manifest === null)
    return page({ title: app.name, bar, body: html`<p class="error">No admin UI was found for this app.</p>` })
  const embedToken = issueEmbedToken(world, session, appKey)
  if (embedToken === null) {
    return page({ title: app.name, bar, body: html`<p class="error">The app session could not be started.</p>` })
  }
  const src = panelAddress({ manifest, embedToken })
  return page({
    title: app.name,
    bar,
    frameSrc: new URL(src).origin,
    body: html`<iframe
      title="${app.name}"
      src="${src}"
      sandbox="allow-scripts allow-forms allow-same-origin"
      allow="clipboard-write"
      referrerpolicy="strict-origin"
    ></iframe>`,
  })
}
