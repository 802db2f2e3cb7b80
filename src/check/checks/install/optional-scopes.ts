import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { completes } from './completes.ts'

export const optionalScopes: Check = {
  id: 'install.optional-scopes',
  title: 'An install works without the optional scopes',
  rules: ['INST-021'],
  needs: ['install.works'],
  unless: ['embed.opens'],
  run: async (harness) => {
    const { optional } = harness.config.scopes
    if (optional.length === 0) throw new CannotJudge('app.toml has no optional scopes')
    const place = await harness.openPlace()
    const trip = await harness.install(harness.app, place, { declined: optional })
    if (!trip.ok) throw new CannotJudge(`the install does not complete: ${trip.words}`)
    if (await completes(harness, trip, place)) return []
    return error({
      title: 'The app rejects an install in which the owner declined an optional scope',
      why: 'The store approved the install, but the owner cannot use the app.',
      remedy: 'Store the token and its scopes, and omit the data that these scopes do not cover.',
      evidence: [pageEvidence(trip.page)],
    })
  },
}
