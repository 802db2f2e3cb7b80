import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { seenOn } from '../../panel/visit.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

const why = 'The owner has uninstalled the app and withdrawn their consent, but the app still shows their data.'

export const panelCloses: Check = {
  id: 'lifecycle.panel',
  title: 'After an uninstall, the panel no longer opens',
  rules: ['EMB-099', 'EMB-100'],
  needs: ['lifecycle.taken'],
  unless: ['install.regions', 'embed.other-store', 'embed.other-region'],
  run: async (harness) => {
    const { panel } = await uninstalled(harness)
    if (!panel.isOpen) return []
    return error({
      title: 'The panel still opens after an uninstall',
      why,
      remedy:
        'On app.uninstalled, remove the install of exactly this store and region. Then show in the panel that the app is not installed.',
      evidence: [pageEvidence(panel.page, panel.shown)],
    })
  },
}

export const sessionEnds: Check = {
  id: 'lifecycle.session',
  title: 'After an uninstall, an open panel no longer shows the store',
  rules: ['EMB-099', 'EMB-100'],
  needs: ['lifecycle.panel'],
  run: async (harness) => {
    const { before, visited, panel } = await uninstalled(harness)
    const { way, look } = seenOn(visited, panel.browser)
    const showsStore = before.page.status === 200 && way === before.way && look === before.look && look !== panel.look
    // A public page shows no store data.
    if (!before.isOpen || before.page.url.searchParams.has('embed_token') || !showsStore) return []
    return error({
      title: 'A session from before an uninstall still shows the store',
      why,
      remedy: 'Look up the active install on each request, not only when the panel opens.',
      evidence: [pageEvidence(visited)],
    })
  },
}
