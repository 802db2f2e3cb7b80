import { errorPage } from '../pages/page.ts'
import type { Session } from '../platform/sessions.ts'
import type { World } from '../world.ts'
import { adminFrame, type AdminFrame } from './bar.ts'

/** Somebody who is signed in and looks at a page. */
export interface AdminVisit {
  readonly world: World
  readonly session: Session
  /** Of the page. */
  readonly url: URL
}

/** The frame of the page that is looked at: switching the region leads back to it. */
export function visitFrame({ world, session, url }: AdminVisit): AdminFrame {
  return adminFrame(world, session, url.pathname + url.search)
}

/** The id in a record's address; null for anything else. */
export function recordId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** 404 inside the admin. */
export function noSuchRecord(visit: AdminVisit, message: string, title = 'Not found'): Promise<Response> {
  const [, list] = /^\/admin\/(orders|products|customers|categories)\//.exec(visit.url.pathname) ?? []
  const back = { href: `/admin/${list ?? 'plugins'}`, text: `Go to ${list ?? 'plugins'}` }
  return errorPage({ title, message, status: 404, back, ...visitFrame(visit) })
}
