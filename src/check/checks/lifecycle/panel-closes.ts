import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { seenOn } from '../../panel/visit.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

const why = 'The store has left and its owner has taken back what he had allowed; the app goes on showing his data.'

export const panelCloses: Check = {
  id: 'lifecycle.panel',
  title: 'After an uninstall the panel does not open any more',
  rules: ['EMB-099', 'EMB-100'],
  needs: ['lifecycle.taken'],
  unless: ['install.regions', 'embed.other-store', 'embed.other-region'],
  run: async (bench) => {
    const { panel } = await uninstalled(bench)
    if (!panel.isOpen) return []
    return [
      {
        severity: 'error',
        title: 'The panel opens after an uninstall',
        why,
        remedy:
          'On app.uninstalled end the install of exactly this store and region; a panel without a living install says so.',
        evidence: [pageEvidence(panel.page, panel.shown)],
      },
    ]
  },
}

export const sessionEnds: Check = {
  id: 'lifecycle.session',
  title: 'After an uninstall an open panel shows nothing more',
  rules: ['EMB-099', 'EMB-100'],
  needs: ['lifecycle.panel'],
  run: async (bench) => {
    const { before, visited, panel } = await uninstalled(bench)
    const { way, look } = seenOn(visited, panel.browser)
    const showsStore = before.page.status === 200 && way === before.way && look === before.look && look !== panel.look
    // A public page shows nothing of a store.
    if (!before.isOpen || before.page.url.searchParams.has('embed_token') || !showsStore) return []
    return [
      {
        severity: 'error',
        title: 'A session from before an uninstall still shows the store',
        why,
        remedy: 'Look for the living install at each request, not only when the panel is opened.',
        evidence: [pageEvidence(visited, visited.text)],
      },
    ]
  },
}
