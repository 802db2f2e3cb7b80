import type { Area } from '../../check.ts'
import { withoutTopics } from '../without-topics.ts'
import { genuine } from './genuine.ts'
import { headerChecks } from './headers.ts'
import { noSecret } from './no-secret.ts'
import { rawByteChecks } from './raw-bytes.ts'
import { secretChecks } from './secrets.ts'
import { status } from './status.ts'
import { tamperedChecks } from './tampered.ts'
import { timestampText } from './timestamp-text.ts'
import { windowChecks } from './window.ts'

export const signatureArea: Area = {
  id: 'signature',
  absent: withoutTopics,
  checks: [
    genuine,
    ...tamperedChecks,
    ...rawByteChecks,
    ...secretChecks,
    noSecret,
    ...headerChecks,
    ...windowChecks,
    timestampText,
    status,
  ],
}
