import { AppError } from '../../errors.ts'
import type { Core } from '../core.ts'
import { jsonResponse } from '../http/responses.ts'
import { masked } from '../log/log.ts'
import type { PanelData } from '../types.ts'
import { panelContext, type PanelPlace } from './panel-context.ts'
import { corsHeaders, sessionOf } from './request-session.ts'
import { panelError } from './screens.ts'

export interface ShownData {
  readonly root: string
  readonly data: PanelData
  /** Null on the path without store and region, where only a header identifies the session. */
  readonly place: PanelPlace | null
}

/** Responds with JSON for a panel script. */
export async function showData(core: Core, request: Request, shown: ShownData): Promise<Response> {
  const found = await sessionOf(core, request, shown)
  if (typeof found === 'string') return withHeaders(panelError(found), corsHeaders(core, request))
  return withHeaders(await dataOf(core, request, { ...found, data: shown.data }), found.headers)
}

/** Responds to a browser's preflight, before a page of another origin may send a header. */
export function allowData(core: Core, request: Request): Response {
  return withHeaders(new Response(null, { status: 204 }), corsHeaders(core, request))
}

async function dataOf(
  core: Core,
  request: Request,
  { panel, data }: { readonly panel: Parameters<typeof panelContext>[2]; readonly data: PanelData },
): Promise<Response> {
  try {
    return jsonResponse(await data(await panelContext(core, request, panel)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    core.log('panel data failed', { code: error.code, reason: masked(error.message) })
    const isRejected = error.code === 'api.unauthorized'
    const message = isRejected
      ? 'The platform rejects the token. Reinstall the app.'
      : 'The platform request failed. Try again soon.'
    return jsonResponse({ error: error.code, message }, isRejected ? 409 : 502)
  }
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}
