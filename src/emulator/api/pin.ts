import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { messages } from '../../catalog/errors.ts'
import { text } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import type { Caller } from './identify.ts'
import { Refusal } from './refusal.ts'

/** The two places of a pin, as they were sent; null when they were not. */
export interface SentPin {
  readonly header: string | null
  /** Every `regionId` of the query. */
  readonly query: readonly string[]
}

/**
 * The region of a request: a locked token's own, whatever pin is sent, even a malformed one (PIN-001 to PIN-003); else the pin that was sent; null for all
 * regions where none is needed. The order of the refusals is B10's: conflict 400, malformed or foreign 401, missing 400.
 */
export function regionOfRequest(
  world: World,
  { caller, sent, endpoint }: { readonly caller: Caller; readonly sent: SentPin; readonly endpoint: EndpointFacts },
): number | null | Refusal {
  if (caller.regionId !== null) return caller.regionId
  const values = valuesOf(world, sent)
  if (endpoint.pin === 'not-needed' && world.settings().unneededPin === 'not-read') {
    return endpoint.id === 'context.get' ? rightPin(world, caller, values) : null
  }
  const pin = readPin(world, caller, values)
  return pin === null && isPinNeeded(world, endpoint) ? missing() : pin
}

/** C41: an empty one is malformed, or by the other reading none. */
function valuesOf(world: World, { header, query }: SentPin): readonly string[] {
  const values = header === null ? query : [header, ...query]
  return world.settings().emptyPin === 'as-none' ? values.filter((value) => value !== '') : values
}

/** B11: the context shows a pin even where it is not read. */
function rightPin(world: World, caller: Caller, values: readonly string[]): number | null {
  const pin = readPin(world, caller, values)
  return pin instanceof Refusal ? null : pin
}

/** Null when none was sent. */
function readPin(world: World, caller: Caller, values: readonly string[]): number | null | Refusal {
  const [pin, ...more] = values
  if (pin === undefined) return null
  if (more.some((other) => other !== pin)) {
    return new Refusal(400, 'pin-conflict', { message: messages.pinConflict })
  }
  // Strict digits: one text for each id, so that nothing is read in two ways.
  if (!/^[1-9]\d{0,14}$/.test(pin)) return refused('pin-malformed')
  return isPermitted(world, caller, Number(pin)) ? Number(pin) : refused('pin-foreign')
}

/** A5: on every endpoint but those that say otherwise, or only where the documents demand it in words. */
function isPinNeeded(world: World, { pin, pinShown }: EndpointFacts): boolean {
  return pin === 'required' && (world.settings().pin === 'required' || pinShown === true)
}

/** PIN-013: the regions of the context are the permitted ones. */
function isPermitted({ registry, settings }: World, { storeId, countries }: Caller, regionId: number): boolean {
  const row = prepared(registry, 'SELECT country_code FROM regions WHERE id = ? AND store_id = ? AND active = 1').get(
    regionId,
    storeId,
  )
  if (row === undefined) return false
  // A19: which regions a store-wide install reaches.
  const isLimited = countries.length > 0 && settings().storeWideRegions === 'supported'
  return !isLimited || countries.includes(text(row, 'country_code'))
}

function refused(why: string): Refusal {
  return new Refusal(401, why, { message: 'The region is invalid or not available to this install.' })
}

function missing(): Refusal {
  return new Refusal(400, 'pin-missing', { message: messages.pinMissing })
}
