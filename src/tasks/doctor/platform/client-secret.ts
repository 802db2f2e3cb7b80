import { secretKey } from '../../register/app-secrets.ts'
import { ok, skipped, warning, type Check } from '../check.ts'
import { closedSecrets, withoutKeychain } from '../machine/credentials.ts'
import { withProject } from '../with-project.ts'

/** Without it no code can be exchanged for a token. */
export const clientSecret: Check = {
  id: 'client-secret',
  group: 'platform',
  title: 'client secret',
  run: withProject(async (facts) => {
    const { app, context, targetName } = facts
    if (app === null) return skipped('there is no target that it could belong to')
    const closed = closedSecrets(facts)
    if (closed !== null) return closed
    const store = await context.credentials({ isEmulator: targetName !== 'live' })
    const secret = await store
      .get(secretKey(app, 'client-secret'))
      .catch((error: unknown) => withoutKeychain(facts, error))
    if (typeof secret === 'object' && secret !== null) return secret
    if (secret !== null) return ok('stored on this machine')
    if (targetName === 'live') {
      return warning('none is stored on this machine, so no install can be completed', {
        remedy: '`app register`',
      })
    }
    return skipped('the app has not been registered from this machine', { remedy: '`app register`' })
  }),
}
