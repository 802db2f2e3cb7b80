import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { readHeader } from '../../harness/raw-request.ts'
import { panelFacts } from '../../panel/panel.ts'

const HEADER = 'x-service-embed-token'

export const cors: Check = {
  id: 'session.cors',
  title: 'An app that allows other origins also allows the token header',
  rules: ['EMB-116'],
  needs: ['embed.missing'],
  run: async (harness) => {
    const { probe } = await panelFacts(harness)
    // A panel with a cookie sends no header.
    if (probe === null) return []
    const headers = [
      ['Origin', new URL(harness.appUrl).origin],
      ['Access-Control-Request-Method', 'GET'],
      ['Access-Control-Request-Headers', HEADER],
    ] as const
    const answer = await harness.app.send({ method: 'OPTIONS', path: probe, headers })
    // On the panel's own origin a browser sends no preflight.
    if (!answer.answered || readHeader(answer, 'access-control-allow-origin') === null) return []
    const allowed = (readHeader(answer, 'access-control-allow-headers') ?? '').toLowerCase().split(/[\s,]+/)
    if (allowed.includes(HEADER) || allowed.includes('*')) return []
    return error({
      title: 'The app allows other origins, but not the token header',
      why: "The browser sends a preflight (OPTIONS) and then drops the panel's request, so the panel stays empty. Other clients do not show this error.",
      remedy:
        'Respond to OPTIONS with Access-Control-Allow-Headers: X-Service-Embed-Token, or serve the panel and its data from one origin.',
      evidence: [requestEvidence({ method: 'OPTIONS', path: probe }, answer)],
    })
  },
}
