import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'

export const installWorks: Check = {
  id: 'install.works',
  title: 'The app can be installed from its own install path',
  rules: ['INST-001'],
  needs: [],
  run: async (harness) => {
    const { trip } = await harness.firstInstall()
    if (trip.ok) return []
    return error({
      title: titles[trip.at],
      why: 'No store can use an app that cannot be installed, and most other checks cannot run.',
      remedy: remedies[trip.at],
      evidence: [pageEvidence(trip.page, trip.words)],
    })
  },
}

const titles = {
  begin: "The install path does not redirect to the store admin's consent page",
  consent: "The consent page rejects the app's request",
  exchange: 'The app does not exchange its code for a token',
}

const remedies = {
  begin:
    'Redirect dev.install_path to SVCAPP_ADMIN_URL/admin/plugins/install/<app key>, with client_id, scope and state.',
  consent: 'Send client_id and the registered scopes, joined by %20, and no redirect_uri.',
  exchange:
    'At the path of redirect_uris[0], immediately POST clientId, clientSecret and code as JSON to SVCAPP_BASE_URL/api/apps/oauth/token.',
}
