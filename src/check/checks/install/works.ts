import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'

export const installWorks: Check = {
  id: 'install.works',
  title: 'The app can be installed from its own install path',
  rules: ['INST-001'],
  needs: [],
  run: async (bench) => {
    const { trip } = await bench.firstInstall()
    if (trip.ok) return []
    return error({
      title: titles[trip.at],
      why: 'No store can use an app that cannot be installed, and nothing else about it can be checked.',
      remedy: remedies[trip.at],
      evidence: [pageEvidence(trip.page, trip.words)],
    })
  },
}

const titles = {
  begin: 'The install path does not lead to the consent page of the store admin',
  consent: 'The consent page refuses what the app asks for',
  exchange: 'The app does not exchange its code for a token',
}

const remedies = {
  begin:
    'Answer dev.install_path with a redirect to SVCAPP_ADMIN_URL/admin/plugins/install/<app key>, with client_id, scope and state.',
  consent: 'Send client_id and the registered scopes, joined by %20, and no redirect_uri.',
  exchange:
    'At the path of redirect_uris[0], POST clientId, clientSecret and code as JSON to SVCAPP_BASE_URL/api/apps/oauth/token, at once.',
}
