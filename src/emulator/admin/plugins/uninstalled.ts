import { html } from 'hono/html'

import type { EmulatorContext } from '../../context.ts'
import { uninstall, type Uninstall } from '../../exchange/uninstall.ts'
import { redirectTo, type Html } from '../../pages/page.ts'
import { findApp } from '../../platform/apps.ts'
import { livingInstalls, regionLabel } from '../../platform/installs.ts'
import type { AdminVisit } from '../visit.ts'

/** Uninstalls the app and redirects to the list, which reports it unless nothing was removed. */
export function uninstallApp(context: EmulatorContext, asked: Uninstall): Response {
  const removed = uninstall(context, asked)
  if (removed === 0) return redirectTo('/admin/plugins')
  const said = new URLSearchParams({ uninstalled: asked.appKey, from: String(asked.regionId ?? '') })
  return redirectTo(`/admin/plugins?${said.toString()}`)
}

/** Reports the last uninstall and offers to reinstall, because there was no confirmation. Empty once the app is installed there again. */
export function uninstalledNote({ context, session, url }: AdminVisit): Html | '' {
  const appKey = url.searchParams.get('uninstalled')
  const app = appKey === null ? null : findApp(context, appKey)
  if (app === null) return ''
  const from = url.searchParams.get('from') ?? ''
  const region = from === '' ? null : session.store.regions.find(({ id }) => String(id) === from)
  if (region === undefined) return ''
  const isBack = livingInstalls(context, session.store.id, app.app_key).some(
    ({ regionId }) => region === null || regionId === null || regionId === region.id,
  )
  if (isBack) return ''
  // The consent page uses the selected region.
  return html`<form class="note good row" role="status" method="post" action="/admin/region">
    <input type="hidden" name="region_id" value="${(region ?? session.region).id}" />
    <input type="hidden" name="next" value="/admin/plugins/install/${app.app_key}" />
    <span class="grow"
      >${app.name} was uninstalled from ${regionLabel(context, session.store.id, region?.id ?? null)}. Its token is
      invalid now.</span
    >
    <button type="submit">Install again</button>
  </form>`
}
