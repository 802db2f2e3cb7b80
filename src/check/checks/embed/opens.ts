import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { openPanel, panelFacts } from '../../panel/panel.ts'

export const opens: Check = {
  id: 'embed.opens',
  title: 'The panel opens with a genuine token',
  rules: ['EMB-058', 'EMB-074', 'EMB-075', 'EMB-103'],
  needs: ['install.works'],
  run: async (harness) => {
    const place = await harness.installedPlace()
    const { forged } = await panelFacts(harness)
    const opening = await openPanel(harness, place, { token: genuineToken(harness, place) })
    const { page } = opening
    const isSameAsForged = opening.way === forged.way && opening.look === forged.look
    // A page without text that renders everything by script cannot be distinguished from a closed one.
    const isUnclear = page.status !== null && page.status < 300 && !isSameAsForged
    if (opening.isOpen || (isUnclear && opening.code === null)) return []
    return error({
      title: 'The panel does not open with a genuine token',
      why: 'The store owner sees an error in the store admin instead of the app.',
      remedy:
        'Verify the HMAC-SHA256 of "service-embed-v1", LF and the received base64url text before the dot. The key is the text of SVCAPP_SIGNING_SECRET. Then create a session.',
      evidence: [pageEvidence(page)],
    })
  },
}
