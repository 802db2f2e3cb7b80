import type { RegisterAnswer, Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { registrationOf } from '../../project/registration.ts'
import { forgetPutBack, notePutBack, readPutBack } from '../put-back.ts'
import type { Stage } from '../stage.ts'

export interface RegistrationFacts {
  readonly control: ControlClient
  readonly identity: string
  /** Where deliveries are to go while we run. */
  readonly webhookUrl: string
  /** What the portal knew before; null for a new app. */
  readonly before: Registration | null
}

/** Registers the app, or brings its registration up to date, with the gateway as webhook address; the old address is put back at the end. */
export async function pointWebhooksHere(stage: Stage, facts: RegistrationFacts): Promise<RegisterAnswer> {
  const { control, identity, webhookUrl, before } = facts
  const { config } = stage.options.project
  const place = { paths: stage.tools.paths, identity, appKey: config.key }
  const usual = registrationOf(config)
  const old = oldAddress(before, { left: readPutBack(place), webhookUrl })
  notePutBack(place, { ours: webhookUrl, before: old })
  const answer = await control.register(config.key, { ...usual, webhook_url: webhookUrl })
  stage.atEnd(async () => {
    await control.register(config.key, old === null ? usual : { ...usual, webhook_url: old })
    forgetPutBack(place)
  })
  stage.emit({ event: 'registered', appKey: config.key, created: answer.created, warnings: answer.warnings })
  return answer
}

interface Left {
  /** What a run that was killed has left. */
  readonly left: ReturnType<typeof readPutBack>
  readonly webhookUrl: string
}

/** The address to put back; null for the app's own. A gateway's address, ours or that of a killed run, is none that anybody has chosen. */
function oldAddress(before: Registration | null, { left, webhookUrl }: Left): string | null {
  const url = before?.webhook_url ?? null
  if (left !== null && url === left.ours) return left.before
  return url === webhookUrl ? null : url
}
