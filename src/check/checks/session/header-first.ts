import { judgeable } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { panelFacts } from '../../panel/panel.ts'

export const headerFirst: Check = {
  id: 'session.header-first',
  title: 'The token in the header takes precedence over the token in the URL',
  rules: ['EMB-115'],
  needs: ['embed.missing'],
  run: async (harness) => {
    const { probe } = await panelFacts(harness)
    // A panel with a cookie reads no header.
    if (probe === null) return []
    const place = await harness.installedPlace()
    const stale = signedToken('another secret', tokenFields(harness, place))
    const path = `${probe}?embed_token=${encodeURIComponent(stale)}`
    const headers = [['X-Service-Embed-Token', harness.embedToken(place)] as const]
    const answer = judgeable(await harness.app.send({ method: 'GET', path, headers }))
    if (isTaken(answer)) return []
    return error({
      title: 'A genuine token in the header is rejected when the URL has a different token',
      why: 'The URL contains the token that opened the panel, but the script sends the current token in the header.',
      remedy: 'Read X-Service-Embed-Token first. Read embed_token from the query only if the header is missing.',
      evidence: [requestEvidence({ method: 'GET', path }, answer)],
    })
  },
}
