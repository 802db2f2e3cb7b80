import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const taken: Check = {
  id: 'lifecycle.taken',
  title: 'The uninstall event is accepted',
  rules: ['HOOK-001', 'TOK-013'],
  needs: ['install.stores', 'signature.genuine'],
  unless: ['install.regions'],
  run: async (harness) => {
    const { answer } = await uninstalled(harness)
    if (isTaken(answer)) return []
    return error({
      title: 'The app does not accept the uninstall event',
      why: 'The token is already revoked when the event arrives. An app that needs the token to accept the event never detects the uninstall.',
      remedy: 'Accept app.uninstalled without a call to the platform: delete the token, and return 2xx.',
      evidence: [
        {
          kind: 'request',
          method: 'POST',
          path: harness.config.webhooks.path,
          topic: 'app.uninstalled',
          status: answer.answered ? answer.status : answer.why,
        },
      ],
    })
  },
}
