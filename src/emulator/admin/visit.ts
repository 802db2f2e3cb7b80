import type { EmulatorContext } from '../context.ts'
import { errorPage } from '../pages/page.ts'
import type { Session } from '../platform/sessions.ts'
import { adminFrame, type AdminFrame } from './bar.ts'

/** A request of a signed-in manager for a page. */
export interface AdminVisit {
  readonly context: EmulatorContext
  readonly session: Session
  /** URL of the page. */
  readonly url: URL
}

/** Returns the frame of the current page. The region switcher returns to that page. */
export function visitFrame({ context, session, url }: AdminVisit): AdminFrame {
  return adminFrame(context, session, url.pathname + url.search)
}

/** Parses the id of a record's URL. Returns null for other text. */
export function recordId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** Shows a 404 inside the admin. */
export function noSuchRecord(visit: AdminVisit, message: string, title = 'Not found'): Promise<Response> {
  const [, list] = /^\/admin\/(orders|products|customers|categories)\//.exec(visit.url.pathname) ?? []
  const back = { href: `/admin/${list ?? 'plugins'}`, text: `Go to ${list ?? 'plugins'}` }
  return errorPage({ title, message, status: 404, back, ...visitFrame(visit) })
}
