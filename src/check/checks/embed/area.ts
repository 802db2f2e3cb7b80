import type { Area } from '../../check.ts'
import { withoutPanel } from '../without-panel.ts'
import { acceptedTokens } from './accepted-tokens.ts'
import { identity } from './identity.ts'
import { invalidInSession } from './invalid-in-session.ts'
import { missing } from './missing.ts'
import { noSecret } from './no-secret.ts'
import { notInstalled } from './not-installed.ts'
import { opens } from './opens.ts'
import { partial } from './partial.ts'
import { regions } from './regions.ts'
import { refusedTokens } from './rejected-tokens.ts'

export const embedArea: Area = {
  id: 'embed',
  absent: withoutPanel,
  checks: [
    opens,
    missing,
    invalidInSession,
    ...refusedTokens,
    ...acceptedTokens,
    partial,
    identity,
    noSecret,
    ...notInstalled,
    regions,
  ],
}
