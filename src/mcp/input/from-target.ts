import { targetNames } from '../../cli/place.ts'
import { oneOf, optional } from '../../control/fields.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { ToolCall } from '../tool.ts'

/** Declares which platform's deliveries are selected; `about` describes the deliveries. */
export function fromTarget(about: string) {
  return optional(oneOf(targetNames, about))
}

/**
 * Returns undefined for all platforms: without an argument, a server for the live platform leaves
 * out the emulator's, as the commands with `--target live` do.
 */
export function meantTarget({ targetName }: ToolCall, asked: DeliveryTarget | undefined): DeliveryTarget | undefined {
  return asked ?? (targetName === 'live' ? 'live' : undefined)
}
