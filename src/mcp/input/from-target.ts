import { targetNames } from '../../command/place.ts'
import { oneOf, optional } from '../../control/fields.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { ToolCall } from '../tool.ts'

/** From which platform deliveries are meant; `about` says which of them. */
export function fromTarget(about: string) {
  return optional(oneOf(targetNames, about))
}

/** Undefined for all: a server for the live platform leaves out those of the emulator where nothing else is asked for, as the commands with `--target live` do. */
export function meantTarget({ targetName }: ToolCall, asked: DeliveryTarget | undefined): DeliveryTarget | undefined {
  return asked ?? (targetName === 'live' ? 'live' : undefined)
}
