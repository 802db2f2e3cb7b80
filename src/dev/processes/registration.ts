import type { RegisterAnswer, Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { registrationOf } from '../../project/registration.ts'
import type { Stage } from '../stage.ts'

export interface RegistrationFacts {
  readonly control: ControlClient
  /** Where deliveries are to go while we run. */
  readonly webhookUrl: string
  /** What the portal knew before; null for a new app. */
  readonly before: Registration | null
}

/**
 * Puts the gateway's address into the registration and the old one back at the end. An old address that is the gateway's own was left by a run that was
 * killed, and the app's own address takes its place.
 */
export async function pointWebhooksHere(stage: Stage, facts: RegistrationFacts): Promise<RegisterAnswer> {
  const { control, webhookUrl, before } = facts
  const { config } = stage.options.project
  const usual = registrationOf(config)
  const old = before?.webhook_url ?? null
  const after = old === null || old === webhookUrl ? usual : { ...usual, webhook_url: old }
  const answer = await control.register(config.key, { ...usual, webhook_url: webhookUrl })
  stage.atEnd(async () => void (await control.register(config.key, after)))
  stage.emit({ event: 'registered', appKey: config.key, created: answer.created, warnings: answer.warnings })
  return answer
}
