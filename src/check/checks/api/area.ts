import { apiFixture } from '../../api-calls/fixture.ts'
import type { Area } from '../../check.ts'
import { withoutTopics } from '../without-topics.ts'
import { deltaChecks } from './delta.ts'
import { emptyChecks } from './empty.ts'
import { hammerChecks } from './hammering.ts'
import { opaqueToken } from './opaque-token.ts'
import { partial } from './partial.ts'
import { patience } from './patience.ts'
import { pin } from './pin.ts'
import { recoveryChecks } from './recovery.ts'
import { slow } from './slow.ts'
import { token } from './token.ts'
import { writes } from './writes.ts'

export const apiArea: Area = {
  id: 'api',
  absent: withoutTopics,
  checks: [
    token,
    opaqueToken,
    pin,
    ...hammerChecks,
    patience,
    ...recoveryChecks,
    slow,
    writes,
    partial,
    ...deltaChecks,
    ...emptyChecks,
  ].map((check) => ({
    ...check,
    ahead: [apiFixture],
  })),
}
