import type { KeyObject } from 'node:crypto'

import { signingKey } from '../../protocol/signing-key.ts'
import { webhookHeaders } from '../../protocol/webhook-signature.ts'
import type { Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { machineTime } from '../context/clock.ts'
import type { Outgoing } from './sender.ts'

export interface ToSign {
  readonly appKey: string
  readonly storeId: number
  /** Region of the event; omitted for a test event, which belongs to no subscription. */
  readonly regionId?: number | null
  readonly topic: string
  readonly body: Uint8Array
  /** Age of the timestamp in seconds; 0 if omitted. */
  readonly secondsAgo?: number
}

/** A request ready to be sent, or the reason why it cannot be signed. */
export type SignedRequest =
  | { readonly ok: true; readonly outgoing: Outgoing }
  | { readonly ok: false; readonly error: string }

/**
 * Turns events into signed requests, with the current address, the current time as timestamp (N5), and the current secret (N1,
 * C32). The timestamp is the machine's time even if the emulator's clock was moved, because the app compares it with its own clock.
 */
export function createSigning(context: EmulatorContext): (event: ToSign) => SignedRequest {
  const keyOf = rememberedKeys(context)
  return (event) => {
    const { appKey, storeId, topic, body } = event
    const row = frozen(context, event) ?? registered(context, appKey)
    const url = row?.['webhook_url']
    const sealed = row?.['sealed_signing_secret']
    if (typeof url !== 'string' || url === '') return { ok: false, error: 'The app has no webhook_url.' }
    if (!(sealed instanceof Uint8Array)) return { ok: false, error: 'The app has no signing secret.' }
    const timestamp = Math.floor(machineTime(context).getTime() / 1000) - (event.secondsAgo ?? 0)
    const headers = {
      'Content-Type': 'application/json',
      ...webhookHeaders({ key: keyOf(appKey, sealed), topic, storeId, timestamp, body }),
    }
    return { ok: true, outgoing: { url, headers, body } }
  }
}

function registered({ registry }: EmulatorContext, appKey: string): Row | undefined {
  return prepared(registry, 'SELECT webhook_url, sealed_signing_secret FROM apps WHERE app_key = ?').get(appKey)
}

/** C32: in the other interpretation, address and secret are those of the newest install's token exchange in that store and region. */
function frozen({ registry, settings }: EmulatorContext, { appKey, storeId, regionId }: ToSign): Row | undefined {
  if (settings().subscriptionHolds === 'topics' || regionId === undefined) return undefined
  return prepared(
    registry,
    `SELECT webhook_url, sealed_signing_secret FROM installs WHERE app_key = ? AND store_id = ?
       AND (region_id IS ? OR region_id IS NULL) AND sealed_signing_secret IS NOT NULL
     ORDER BY removed_at IS NULL DESC, id DESC LIMIT 1`,
  ).get(appKey, storeId, regionId)
}

/** Unsealing a secret costs more than signing with it, so a key is cached until its sealed form changes. */
function rememberedKeys(context: EmulatorContext): (appKey: string, sealed: Uint8Array) => KeyObject {
  const keys = new Map<string, { readonly sealed: Buffer; readonly key: KeyObject }>()
  return (appKey, sealed) => {
    const known = keys.get(appKey)
    if (known?.sealed.equals(sealed)) return known.key
    const key = signingKey(context.unseal(sealed))
    keys.set(appKey, { sealed: Buffer.from(sealed), key })
    return key
  }
}
