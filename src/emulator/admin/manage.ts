import { html } from 'hono/html'

import { panelAddress } from '../../protocol/panel-address.ts'
import { errorPage, page } from '../pages/page.ts'
import { appInStore } from '../platform/live-version.ts'
import { panelManifest } from '../platform/manifest.ts'
import type { Session } from '../platform/sessions.ts'
import type { World } from '../world.ts'
import { adminFrame } from './bar.ts'
import { issueEmbedToken } from './embed-token.ts'

const back = { href: '/admin/plugins', text: 'Back to the plugins' }

/** The page that holds the app's panel: one iframe as documented, or the sentence that says why there is none. */
export function managePage(world: World, session: Session, appKey: string): Promise<Response> {
  const app = appInStore(world, appKey, session.store.code)
  const frame = adminFrame(session, `/admin/plugins/manage/${appKey}`)
  if (app === null)
    return errorPage({ title: 'No such app', message: `There is no app ${appKey}.`, status: 404, back, ...frame })
  const refuse = (message: string) => errorPage({ title: app.name, message, status: 200, back, ...frame })
  const manifest = panelManifest(world, app.admin_manifest_json)
  if (manifest === null) return refuse('No admin UI was found for this app.')
  const embedToken = issueEmbedToken(world, session, appKey)
  if (embedToken === null) return refuse('The app session could not be started.')
  const src = panelAddress({ manifest, embedToken })
  return page({
    title: app.name,
    ...frame,
    width: 'wide',
    frameSrc: new URL(src).origin,
    body: html`<p class="lead"><code>${app.app_key}</code></p>
      <iframe
        title="${app.name}"
        src="${src}"
        sandbox="allow-scripts allow-forms allow-same-origin"
        allow="clipboard-write"
        referrerpolicy="strict-origin"
      ></iframe>`,
  })
}
