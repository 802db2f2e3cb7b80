import type { Check } from '../../check.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

/** The app may call once to learn whether the token still works. */
const ALLOWED = 1

export const deadToken: Check = {
  id: 'lifecycle.dead-token',
  title: 'After an uninstall the app makes no calls for the store',
  rules: [],
  needs: ['lifecycle.panel'],
  run: async (bench) => {
    const { deadCalls } = await uninstalled(bench)
    const [call] = deadCalls
    if (call === undefined || deadCalls.length <= ALLOWED) return []
    return [
      {
        severity: 'warning',
        title: 'The app goes on calling with the token of a store that has left',
        why: 'Each such call is answered with 401, and each event of the store comes again and again because of it. (Advice of svcapp: a token that is dead is forgotten.)',
        remedy: 'Forget the token on app.uninstalled, and take events of the store without doing anything.',
        evidence: [
          { kind: 'call', method: call.method, path: call.path, status: call.status, calls: deadCalls.length },
        ],
      },
    ]
  },
}
