import type { Check } from '../../check.ts'
import { findings } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openGenuine, openPanel } from '../../panel/panel.ts'

export const invalidInSession: Check = {
  id: 'embed.invalid-in-session',
  title: 'An invalid token is rejected, even if the browser has a session',
  rules: ['EMB-118'],
  needs: ['embed.missing'],
  run: async (harness) => {
    const place = await harness.installedPlace()
    const { browser } = await openGenuine(harness, place)
    const token = signedToken('another secret', tokenFields(harness, place))
    const again = await openPanel(harness, place, { browser, token })
    return findings(again.isOpen ? [pageEvidence(again.page, again.shown)] : [], {
      severity: 'error',
      title: 'The panel opens with an invalid token in a browser that has a session',
      why: 'The app treats an invalid token as a missing one. The session may belong to a different store than the token.',
      remedy:
        'If the request has a token, verify it and ignore the session. Read the session only if the request has no token.',
    })
  },
}
