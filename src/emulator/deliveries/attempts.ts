import type { AttemptRow } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import type { EmulatorContext } from '../context.ts'
import { createRing } from '../ring.ts'
import type { Spoilt } from './delivery-faults.ts'
import type { DueDelivery } from './queue-rows.ts'
import { sendSpoilt } from './send-spoilt.ts'
import type { Outcome, Outgoing, Sender } from './sender.ts'
import { createSigning, type SignedRequest, type ToSign } from './signed-request.ts'

export interface Attempts {
  /** Signs a delivery for now and sends it, with the effect of a fault. Rejects only if the registry cannot be read. */
  readonly send: (delivery: DueDelivery, spoilt: Spoilt | null) => Promise<Outcome>
  /** Attempts, newest first. The queue's rows store only the last response. */
  readonly list: () => AttemptRow[]
}

/** Enough for some minutes of a busy app. */
const KEPT = 5000

interface Sending {
  readonly delivery: DueDelivery
  readonly outgoing: Outgoing
  readonly spoilt: Spoilt | null
  readonly isCopy: boolean
}

export function createAttempts(context: EmulatorContext, sender: Sender): Attempts {
  const ring = createRing<AttemptRow>(KEPT)
  const signing = createSigning(context)

  const sign = (event: ToSign): SignedRequest => {
    try {
      return signing(event)
    } catch (error) {
      // For example, the key that sealed the secret is lost. It counts as an attempt, so that the delivery ends like any other that keeps failing.
      if (error instanceof AppError) return { ok: false, error: error.message }
      throw error
    }
  }

  const noted = async ({ delivery, outgoing, spoilt, isCopy }: Sending): Promise<Outcome> => {
    const began = performance.now()
    const outcome = await (spoilt === null ? sender.send(outgoing) : sendSpoilt(sender, outgoing, spoilt))
    const { id: deliveryId, eventId, appKey, storeId, topic, attempts } = delivery
    const cause = spoilt === null ? null : `fault ${spoilt.how}`
    const ms = Math.round(performance.now() - began)
    const about = { deliveryId, eventId, appKey, storeId, topic, attempt: attempts + 1 }
    ring.add({ at: context.now().toISOString(), ...about, ...outcome, ms, cause, isCopy })
    return outcome
  }

  return {
    list: ring.list,
    send: async (delivery, spoilt) => {
      const signed = sign(delivery)
      if (!signed.ok) return { status: null, error: signed.error }
      const first = noted({ delivery, outgoing: signed.outgoing, spoilt, isCopy: false })
      if (spoilt?.how === 'duplicate') {
        // Signed for another second, like each attempt of the platform. The same bytes would be a replay, which a gateway does not forward.
        const copy = sign({ ...delivery, secondsAgo: 1 })
        if (copy.ok) await noted({ delivery, outgoing: copy.outgoing, spoilt, isCopy: true })
      }
      return first
    },
  }
}
