import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

/** Store code in a forged token, a word that no page uses. */
const CANARY = 'store-code-nobody-signed'

export const partial: Check = {
  id: 'embed.partial',
  title: 'The panel neither trusts nor shows the content of a forged token',
  rules: ['EMB-086', 'EMB-097'],
  needs: ['embed.signature'],
  run: async (harness) => {
    const place = await harness.installedPlace()
    const token = signedToken('another secret', { ...tokenFields(harness, place), StoreCode: CANARY })
    const { page, shown } = await openPanel(harness, place, { token })
    if (!shown.includes(CANARY)) return []
    return error({
      title: 'The panel shows the content of a forged token',
      why: "Any text that an attacker writes into a link appears on the app's page inside the store admin.",
      remedy: 'If the signature is wrong, show only the code, and read nothing from the payload.',
      evidence: [pageEvidence(page, shown)],
    })
  },
}
