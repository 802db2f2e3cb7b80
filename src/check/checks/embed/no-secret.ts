import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { panelFacts } from '../../panel/panel.ts'
import { visitPanel } from '../../panel/visit.ts'
import { appWithoutSecret } from '../without-secret.ts'

export const noSecret: Check = {
  id: 'embed.no-secret',
  title: 'Without a signing secret, the panel does not accept tokens',
  rules: ['EMB-079'],
  needs: ['embed.signature'],
  run: async (harness) => {
    const app = await appWithoutSecret(harness)
    if (app === null) return []
    const place = await harness.installedPlace()
    const { forged } = await panelFacts(harness)
    const keys = ['', 'undefined', 'null']
    const seen = await Promise.all(
      keys.map((key) => visitPanel(harness, { app, token: signedToken(key, tokenFields(harness, place)) })),
    )
    // This app has no install, so a token that it accepts fails for that reason, and not because the secret is missing.
    const [believed] = seen.filter(
      ({ code, cookies }) => code === 'embed_store_not_installed' || cookies.length > forged.cookies.length,
    )
    if (believed !== undefined) {
      return error({
        title: 'Without a signing secret, the panel accepts a forged token',
        why: 'If the secret is missing after a deployment, anyone can open every store with a token signed with an empty secret.',
        remedy:
          'Reject every token with embed_secret_missing when SVCAPP_SIGNING_SECRET is empty, or do not start the app.',
        evidence: [pageEvidence(believed.page)],
      })
    }
    const misnamed = seen.find(({ code }) => code !== null && code !== 'embed_secret_missing')
    if (misnamed === undefined) return []
    return error({
      title: `The panel reports ${misnamed.code} instead of embed_secret_missing`,
      why: 'Only the developer can fix a missing secret, and only this code reports it.',
      remedy: 'Check for the secret before you split the token.',
      evidence: [pageEvidence(misnamed.page)],
    })
  },
}
