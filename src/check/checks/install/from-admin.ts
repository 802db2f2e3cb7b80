import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'

export const fromAdmin: Check = {
  id: 'install.from-admin',
  title: 'An install that starts in the store admin works without a state',
  rules: ['INST-037'],
  needs: ['install.works'],
  run: async (harness) => {
    const trip = await harness.install(harness.app, await harness.openPlace(), { begun: 'admin' })
    if (trip.ok) return []
    return error({
      title: 'An install that starts in the store admin does not work',
      why: 'Owners find the app in the plugin list. An install from the list has no state, and the app fails with an error.',
      remedy: 'Accept a redirect without a state, exchange its code, and do not bind it to an existing session.',
      evidence: [pageEvidence(trip.page, trip.words)],
    })
  },
}
