import type { Context, Hono } from 'hono'

import { previewPath } from '../admin/manage.ts'
import type { AdminEnv } from '../admin/record-routes.ts'
import { noSuchRecord, type AdminVisit } from '../admin/visit.ts'
import type { EmulatorContext } from '../context.ts'
import { jsonAnswer } from '../pages/page.ts'
import { readChoice } from './choice.ts'
import { findingList, summaryOf } from './finding-list.ts'
import { findingsOf } from './findings/findings.ts'
import { readObservation } from './frame-observation.ts'
import { openFrame, probeTools } from './open-frame.ts'
import { previewPage } from './preview-page.ts'
import { createTokenMaker } from './preview-token.ts'
import { probeApp, type ProbePlan } from './probe/probe.ts'
import { createRuns, type PreviewRun } from './runs.ts'

/** Adds the panel preview to the admin, for signed-in users. */
export function addPreviewRoutes(app: Hono<AdminEnv>, context: EmulatorContext): void {
  const runs = createRuns(context.randomBytes)
  const sign = createTokenMaker()

  app.get('/admin/panel-preview/:key', (c) => {
    const visit = readVisit(c, context)
    const opened = openFrame(
      { context, place: visit.session, appKey: c.req.param('key'), choice: readChoice(visit.url.searchParams) },
      sign,
    )
    if (typeof opened === 'string') return noSuchRecord(visit, opened, 'Panel preview')
    const { facts, frame, judged, plan } = opened
    const run: PreviewRun = { session: visit.session.digest, facts: judged, probe: null }
    void ask(run, plan())
    return previewPage({
      visit,
      facts,
      frame,
      run,
      findingsAt: `${previewPath(facts.appKey)}/findings/${runs.add(run)}`,
    })
  })

  app.post('/admin/panel-preview/:key/findings/:run', async (c) => {
    const run = runs.find(c.req.param('run'), c.get('session').digest)
    if (run === null) return jsonAnswer({ message: 'Frame not found.' }, 404)
    const findings = findingsOf({ ...run.facts, probe: run.probe, observed: readObservation(await readBody(c)) })
    const html = await findingList(findings)
    return jsonAnswer({ html: String(html), summary: summaryOf(findings), isAsking: run.probe === null })
  })

  async function ask(run: PreviewRun, plan: ProbePlan): Promise<void> {
    run.probe = await probeApp(probeTools(context), plan)
  }
}

function readVisit(c: Context<AdminEnv>, context: EmulatorContext): AdminVisit {
  return { context, session: c.get('session'), url: new URL(c.req.url) }
}

async function readBody(c: Context<AdminEnv>): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    return null
  }
}
