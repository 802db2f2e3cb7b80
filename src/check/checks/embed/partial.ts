import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

/** The store in a forged token, a word that no page uses. */
const CANARY = 'store-code-nobody-signed'

export const partial: Check = {
  id: 'embed.partial',
  title: 'Nothing of a forged token is believed or shown',
  rules: ['EMB-086', 'EMB-097'],
  needs: ['embed.signature'],
  run: async (bench) => {
    const place = await bench.installedPlace()
    const token = signedToken('a secret of somebody else', { ...tokenFields(bench, place), StoreCode: CANARY })
    const { page, shown } = await openPanel(bench, place, { token })
    if (!shown.includes(CANARY)) return []
    return [
      {
        severity: 'error',
        title: 'The panel shows what a forged token says',
        why: 'Whatever somebody writes into an address stands on a page of the app, inside the store admin.',
        remedy: 'On a wrong signature answer with the code alone; read nothing of the payload.',
        evidence: [pageEvidence(page, shown)],
      },
    ]
  },
}
