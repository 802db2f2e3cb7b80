import type { Area } from '../../check.ts'
import { answer } from './answer.ts'
import { codeOnce } from './code-once.ts'
import { fromAdmin } from './from-admin.ts'
import { declined, refusedCode } from './no-install.ts'
import { openRedirect } from './open-redirect.ts'
import { optionalScopes } from './optional-scopes.ts'
import { rateLimit } from './rate-limit.ts'
import { reinstall } from './reinstall.ts'
import { restart } from './restart.ts'
import { secondStart } from './second-start.ts'
import { regions, stores } from './several.ts'
import { state } from './state.ts'
import { installWorks } from './works.ts'
import { foreignState, stateBrowser, stateOnce } from './wrong-state.ts'

export const installArea: Area = {
  id: 'install',
  checks: [
    installWorks,
    fromAdmin,
    state,
    foreignState,
    stateOnce,
    stateBrowser,
    secondStart,
    codeOnce,
    refusedCode,
    declined,
    answer,
    optionalScopes,
    rateLimit,
    openRedirect,
    reinstall,
    restart,
    regions,
    stores,
  ],
}
