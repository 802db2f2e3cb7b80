import type { Area } from '../../check.ts'
import { withoutTopics } from '../without-topics.ts'
import { genuine } from './genuine.ts'
import { headerChecks } from './headers.ts'
import { secretChecks } from './secrets.ts'
import { tamperedChecks } from './tampered.ts'
import { windowChecks } from './window.ts'

export const signatureArea: Area = {
  id: 'signature',
  absent: withoutTopics,
  checks: [genuine, ...tamperedChecks, ...secretChecks, ...headerChecks, ...windowChecks],
}
