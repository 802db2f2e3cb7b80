import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

/** The store in a forged token, a word that no page uses. */
const CANARY = 'store-code-nobody-signed'

export const partial: Check = {
  id: 'embed.partial',
  title: 'The panel neither believes nor shows the content of a forged token',
  rules: ['EMB-086', 'EMB-097'],
  needs: ['embed.signature'],
  run: async (bench) => {
    const place = await bench.installedPlace()
    const token = signedToken('a secret of somebody else', { ...tokenFields(bench, place), StoreCode: CANARY })
    const { page, shown } = await openPanel(bench, place, { token })
    if (!shown.includes(CANARY)) return []
    return error({
      title: 'The panel shows the content of a forged token',
      why: 'Anything that someone writes into an address appears on a page of the app, inside the store admin.',
      remedy: 'If the signature is wrong, answer with the code alone, and read nothing from the payload.',
      evidence: [pageEvidence(page, shown)],
    })
  },
}
