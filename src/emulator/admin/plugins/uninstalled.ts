import { html } from 'hono/html'

import { redirectTo, type Html } from '../../pages/page.ts'
import { findApp } from '../../platform/apps.ts'
import { livingInstalls, regionLabel } from '../../platform/installs.ts'
import { uninstall, type Uninstall } from '../../platform/uninstall.ts'
import type { World } from '../../world.ts'
import type { AdminVisit } from '../visit.ts'

/** Uninstalls, and leads back to the list, which says so unless nothing was removed. */
export function uninstallApp(world: World, asked: Uninstall): Response {
  const removed = uninstall(world, asked)
  if (removed === 0) return redirectTo('/admin/plugins')
  const said = new URLSearchParams({ uninstalled: asked.appKey, from: String(asked.regionId ?? '') })
  return redirectTo(`/admin/plugins?${said.toString()}`)
}

/** Says what has just been uninstalled and offers to install it again, because no question came before. Empty once it is installed there again. */
export function uninstalledNote({ world, session, url }: AdminVisit): Html | '' {
  const appKey = url.searchParams.get('uninstalled')
  const app = appKey === null ? null : findApp(world, appKey)
  if (app === null) return ''
  const from = url.searchParams.get('from') ?? ''
  const region = from === '' ? null : session.store.regions.find(({ id }) => String(id) === from)
  if (region === undefined) return ''
  const isBack = livingInstalls(world, session.store.id, app.app_key).some(
    ({ regionId }) => region === null || regionId === null || regionId === region.id,
  )
  if (isBack) return ''
  // The consent page is that of the selected region.
  return html`<form class="note good row" role="status" method="post" action="/admin/region">
    <input type="hidden" name="region_id" value="${(region ?? session.region).id}" />
    <input type="hidden" name="next" value="/admin/plugins/install/${app.app_key}" />
    <span class="grow"
      >${app.name} was uninstalled from ${regionLabel(world, session.store.id, region?.id ?? null)}. Its token is
      invalid now.</span
    >
    <button type="submit">Install again</button>
  </form>`
}
