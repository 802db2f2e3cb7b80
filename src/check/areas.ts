import type { Area, Check } from './check.ts'
import { answerArea } from './checks/answer/area.ts'
import { apiArea } from './checks/api/area.ts'
import { bridgeArea } from './checks/bridge/area.ts'
import { embedArea } from './checks/embed/area.ts'
import { frameArea } from './checks/frame/area.ts'
import { installArea } from './checks/install/area.ts'
import { lifecycleArea } from './checks/lifecycle/area.ts'
import { manifestArea } from './checks/manifest/area.ts'
import { moneyArea } from './checks/money/area.ts'
import { onceArea } from './checks/once/area.ts'
import { secretsArea } from './checks/secrets/area.ts'
import { sessionArea } from './checks/session/area.ts'
import { signatureArea } from './checks/signature/area.ts'
import { webArea } from './checks/web/area.ts'

/** All areas, in report order. A new area is a folder in checks/ and one line in this list. */
export const areas: readonly Area[] = [
  signatureArea,
  answerArea,
  onceArea,
  installArea,
  lifecycleArea,
  secretsArea,
  embedArea,
  sessionArea,
  frameArea,
  bridgeArea,
  manifestArea,
  apiArea,
  moneyArea,
  webArea,
]

/** An app that stores only one install loses those of these areas during the check, which explains their failures. */
const ofStores: ReadonlySet<string> = new Set(['signature', 'answer', 'once', 'lifecycle', 'api', 'money'])

export const allChecks: readonly Check[] = areas.flatMap(({ id, checks }) =>
  ofStores.has(id)
    ? checks.map((check) => ({ ...check, unless: [...(check.unless ?? []), 'install.stores'] }))
    : checks,
)
