import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

/** The app may call once to find out whether the token still works. */
const ALLOWED = 1

export const deadToken: Check = {
  id: 'lifecycle.dead-token',
  title: 'After an uninstall, the app makes no calls for the store',
  rules: [],
  needs: ['lifecycle.panel'],
  run: async (harness) => {
    const { deadCalls } = await uninstalled(harness)
    const [call] = deadCalls
    if (call === undefined || deadCalls.length <= ALLOWED) return []
    return warning({
      title: 'The app keeps calling with the token of a store that has uninstalled it',
      why: 'Each of these calls gets 401. If the app then rejects the event, the event is resent until it is a dead letter. (Advice from svcapp: delete a revoked token.)',
      remedy: "Delete the token on app.uninstalled, and accept the store's later events without doing anything.",
      evidence: [{ kind: 'call', method: call.method, path: call.path, status: call.status, calls: deadCalls.length }],
    })
  },
}
