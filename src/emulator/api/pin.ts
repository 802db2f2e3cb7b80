import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { messages } from '../../catalog/errors.ts'
import { text } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import type { Caller } from './identify.ts'
import { Refusal } from './rejection.ts'

/** The pin as sent in the header and in the query. The header is null if it was not sent. */
export interface SentPin {
  readonly header: string | null
  /** Every `regionId` value of the query. */
  readonly query: readonly string[]
}

/**
 * Returns the region of a request: the region of a locked token regardless of the pin, even a malformed one (PIN-001 to PIN-003), else the pin.
 * Null means all regions if no pin is required. Rejections follow the order of B10: conflict 400, malformed or unavailable region 401, missing 400.
 */
export function regionOfRequest(
  context: EmulatorContext,
  { caller, sent, endpoint }: { readonly caller: Caller; readonly sent: SentPin; readonly endpoint: EndpointFacts },
): number | null | Refusal {
  if (caller.regionId !== null) return caller.regionId
  const values = valuesOf(context, sent)
  if (endpoint.pin === 'not-needed' && context.settings().unneededPin === 'not-read') {
    return endpoint.id === 'context.get' ? rightPin(context, caller, values) : null
  }
  const pin = readPin(context, caller, values)
  return pin === null && isPinNeeded(context, endpoint) ? missing() : pin
}

/** C41: an empty value is malformed or, under the alternative reading, absent. */
function valuesOf(context: EmulatorContext, { header, query }: SentPin): readonly string[] {
  const values = header === null ? query : [header, ...query]
  return context.settings().emptyPin === 'as-none' ? values.filter((value) => value !== '') : values
}

/** B11: the context returns a pin even if it does not use it. */
function rightPin(context: EmulatorContext, caller: Caller, values: readonly string[]): number | null {
  const pin = readPin(context, caller, values)
  return pin instanceof Refusal ? null : pin
}

/** Returns null if no pin was sent. */
function readPin(context: EmulatorContext, caller: Caller, values: readonly string[]): number | null | Refusal {
  const [pin, ...more] = values
  if (pin === undefined) return null
  if (more.some((other) => other !== pin)) {
    return new Refusal(400, 'pin-conflict', { message: messages.pinConflict })
  }
  // Strict digits: each id has exactly one text, so no two readers can interpret it differently.
  if (!/^[1-9]\d{0,14}$/.test(pin)) return rejected('pin-malformed')
  return isPermitted(context, caller, Number(pin)) ? Number(pin) : rejected('pin-foreign')
}

/** A5: every endpoint without an exception requires a pin, or only the endpoints for which the documents state it. */
function isPinNeeded(context: EmulatorContext, { pin, pinShown }: EndpointFacts): boolean {
  return pin === 'required' && (context.settings().pin === 'required' || pinShown === true)
}

/** PIN-013: only regions of the context are permitted. */
function isPermitted(
  { registry, settings }: EmulatorContext,
  { storeId, countries }: Caller,
  regionId: number,
): boolean {
  const row = prepared(registry, 'SELECT country_code FROM regions WHERE id = ? AND store_id = ? AND active = 1').get(
    regionId,
    storeId,
  )
  if (row === undefined) return false
  // A19: the regions that a store-wide install reaches.
  const isLimited = countries.length > 0 && settings().storeWideRegions === 'supported'
  return !isLimited || countries.includes(text(row, 'country_code'))
}

function rejected(why: string): Refusal {
  return new Refusal(401, why, { message: 'The region is invalid or not available to this install.' })
}

function missing(): Refusal {
  return new Refusal(400, 'pin-missing', { message: messages.pinMissing })
}
