import type { Context, Hono } from 'hono'

import { embedDefects } from '../../protocol/embed-defect.ts'
import { labPath } from '../admin/manage.ts'
import type { AdminEnv } from '../admin/record-routes.ts'
import { noSuchRecord, type AdminVisit } from '../admin/visit.ts'
import { jsonAnswer } from '../pages/page.ts'
import { panelTicket } from '../panel/panel-session.ts'
import { livingInstalls } from '../platform/installs.ts'
import { appInStore } from '../platform/live-version.ts'
import { panelManifest } from '../platform/manifest.ts'
import type { World } from '../world.ts'
import { readChoice } from './choice.ts'
import { findingList, summaryOf } from './finding-list.ts'
import { findingsOf } from './findings/findings.ts'
import { readObservation } from './frame-observation.ts'
import { addressOf, labFrame, type FrameFacts } from './lab-frame.ts'
import { labPage } from './lab-page.ts'
import { createTokenMaker } from './lab-token.ts'
import { probeApp, type ProbePlan } from './probe/probe.ts'
import { createRuns, type LabRun } from './runs.ts'

/** The frame lab: pages of the admin, for a person who is signed in there. */
export function addLabRoutes(app: Hono<AdminEnv>, world: World): void {
  const runs = createRuns(world.randomBytes)
  const sign = createTokenMaker()

  app.get('/admin/lab/:key', (c) => {
    const visit = visitOf(c, world)
    const facts = factsOf(visit, c.req.param('key'))
    if (typeof facts === 'string') return noSuchRecord(visit, facts, 'Frame lab')
    const { choice, manifest, place, appKey } = facts
    const ticket = panelTicket(world, place, appKey)
    if (ticket === null) return noSuchRecord(visit, noSession, 'Frame lab')
    const frame = labFrame(facts, sign(ticket, choice.token))
    if (frame === null) return noSuchRecord(visit, 'The app has no such slot.', 'Frame lab')
    const run: LabRun = {
      session: visit.session.digest,
      facts: {
        choice,
        adminOrigin: new URL(world.urls().admin).origin,
        appOrigin: new URL(frame.src).origin,
        isInstalled: isInstalled(facts),
      },
      probe: null,
    }
    void ask(run, plan())
    return labPage({ visit, facts, frame, run, findingsAt: `${labPath(appKey)}/findings/${runs.add(run)}` })

    function plan(): ProbePlan {
      const slot = manifest.slots.find(({ type }) => type === choice.surface)
      const signed = (kind: typeof choice.token) => (ticket === null ? null : sign(ticket, kind))
      const to = (token: string | null) => addressOf(manifest, slot, token)
      const own = to(signed(choice.token))
      if (choice.surface !== 'fullpage' || !choice.checksTokens) return { address: own, trials: [] }
      const defects = (['none', ...embedDefects] as const).map((kind) => ({ kind, address: to(signed(kind)) }))
      // The cookie of the first visit again.
      const again = choice.token === 'good' ? [{ kind: 'again', address: own } as const] : []
      return { address: own, trials: [...defects, ...again] }
    }
  })

  app.post('/admin/lab/:key/findings/:run', async (c) => {
    const run = runs.find(c.req.param('run'), c.get('session').digest)
    if (run === null) return jsonAnswer({ message: 'There is no such frame.' }, 404)
    const findings = findingsOf({ ...run.facts, probe: run.probe, observed: readObservation(await bodyOf(c)) })
    const html = await findingList(findings)
    return jsonAnswer({ html: String(html), summary: summaryOf(findings), isAsking: run.probe === null })
  })

  async function ask(run: LabRun, plan: ProbePlan): Promise<void> {
    run.probe = await probeApp({ admin: new URL(world.urls().admin).origin, now: world.now }, plan)
  }
}

const noSession =
  'The app session could not be started: its status, its test stores or its signing secret stand in the way.'

/** What the lab needs of the app, or why there is nothing to show. */
function factsOf({ world, session, url }: AdminVisit, appKey: string): FrameFacts | string {
  const app = appInStore(world, appKey, session.store.code)
  if (app === null) return `No admin UI was found: there is no app ${appKey}.`
  const manifest = panelManifest(world, app.admin_manifest_json)
  if (manifest === null) return `No admin UI was found for ${app.name}: app manifest validate says why.`
  return {
    world,
    place: session,
    appKey: app.app_key,
    appName: app.name,
    manifest,
    choice: readChoice(url.searchParams),
  }
}

function isInstalled({ world, place: { store, region }, appKey }: FrameFacts): boolean {
  return livingInstalls(world, store.id).some(
    (install) => install.appKey === appKey && (install.regionId === null || install.regionId === region.id),
  )
}

function visitOf(c: Context<AdminEnv>, world: World): AdminVisit {
  return { world, session: c.get('session'), url: new URL(c.req.url) }
}

async function bodyOf(c: Context<AdminEnv>): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    return null
  }
}
