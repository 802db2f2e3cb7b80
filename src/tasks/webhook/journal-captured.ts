import { Buffer } from 'node:buffer'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readEnvelope } from '../../gateway/delivery.ts'
import { appendDelivery, deliveriesOfEvent } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import { maskPersonal } from '../../journal/mask-personal.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { readWebhook } from '../../protocol/judge/webhook.ts'
import { signingKey } from '../../protocol/signing-key.ts'
import { verifyWebhook } from '../../protocol/webhook-signature.ts'
import { parseJsonAsWritten } from '../../text/json.ts'
import type { Captured } from '../../views/webhook/journaled-deliveries.ts'
import type { CapturedRequest } from '../../webhooks/captured/captured-request.ts'
import { signingSecret } from '../../webhooks/trigger-input.ts'
import { requireDelivery } from '../journal/project-journal.ts'

export interface CapturedSource {
  readonly project: Project
  readonly journal: Journal
  readonly target: (name: DeliveryTarget) => Promise<Target>
}

/**
 * Verifies captured deliveries as of their receipt with this app's stored signing secrets, and adds them to the journal with
 * personal data masked. Raises `usage.invalid` if the headers of one are not those of a delivery, and then adds none.
 */
export async function journalCaptured(
  context: Context,
  place: CapturedSource,
  requests: readonly CapturedRequest[],
): Promise<Captured[]> {
  const secrets = await knownSecrets(context, place)
  const checked = requests.map((request) => ({ request, ...check(request, secrets) }))
  return checked.map(({ request, claimed, at, signedBy, problem }) => {
    const { body, headers } = request
    const { eventId, regionId } = readEnvelope(body)
    const known = eventId === null ? undefined : deliveriesOfEvent(place.journal, eventId)[0]
    if (known !== undefined) return { row: known, signedBy, problem, known: true }
    const { topic, storeId, timestamp, signature } = claimed
    const { id } = appendDelivery(place.journal, {
      receivedAt: at,
      eventId,
      topic,
      storeId,
      regionId,
      timestamp,
      signature,
      headers: { 'content-type': headers['content-type']?.[0] ?? 'application/json' },
      body: withoutPersonal(body),
      note: 'imported',
      verdict: problem ?? 'verified',
      target: signedBy,
    })
    return { row: requireDelivery(place.journal, id), signedBy, problem, known: false }
  })
}

type Secrets = readonly { readonly from: DeliveryTarget; readonly secret: string }[]

/** Returns the secrets of both platforms that are stored or set. */
async function knownSecrets(context: Context, { project, target }: CapturedSource): Promise<Secrets> {
  const found = await Promise.all(
    (['live', 'emulator'] as const).map(async (from) => {
      try {
        const { secret } = await signingSecret({ ...context, project, target: () => target(from) })
        return [{ from, secret }]
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'cli.interrupted') throw error
        return []
      }
    }),
  )
  return found.flat()
}

function check({ headers, body, at: captured }: CapturedRequest, secrets: Secrets) {
  const claimed = readWebhook({ headers, body })
  if (!claimed.ok) {
    const header = 'header' in claimed ? ` (${claimed.header})` : ''
    throw new AppError(
      'usage.invalid',
      `A request in the file is not a delivery: ${claimed.reason}${header}. Nothing was sent.`,
      {
        suggestions: [`app explain ${claimed.reason}`],
      },
    )
  }
  const at = captured ?? new Date(claimed.timestamp * 1000)
  const verdicts = secrets.map(({ from, secret }) => ({
    from,
    verdict: verifyWebhook({ key: signingKey(secret), headers, body, now: at }),
  }))
  // The age matters only if the signature is valid.
  const own = verdicts.find(({ verdict }) => verdict.ok || verdict.reason !== 'signature-mismatch') ?? verdicts[0]
  const reason = own === undefined ? 'no-secret' : own.verdict.ok ? null : own.verdict.reason
  const isLiveKnown = secrets.some(({ from }) => from === 'live')
  const problem = reason === 'signature-mismatch' && !isLiveKnown ? 'no-secret' : reason
  return { claimed, at, problem, signedBy: problem === null ? (own?.from ?? null) : null }
}

/** Leaves a body that is not JSON unchanged, because it has no fields to distinguish. */
function withoutPersonal(body: Uint8Array): Uint8Array {
  const parsed = parseJsonAsWritten(Buffer.from(body).toString('utf8'))
  return parsed.ok ? Buffer.from(JSON.stringify(maskPersonal(parsed.value))) : body
}
