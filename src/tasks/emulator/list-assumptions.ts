import type { Assumption } from '../../catalog/assumptions/assumption.ts'
import { assumptions } from '../../catalog/assumptions/assumptions.ts'
import { endpoints } from '../../catalog/catalog.ts'
import type { Setting } from '../../control/setting.ts'
import { AppError } from '../../errors.ts'

/** An assumption with the endpoints and setting that depend on it. */
export interface ShownAssumption extends Assumption {
  /** Ids of the endpoints that depend on the assumption. */
  readonly endpoints: readonly string[]
  /** Value of the setting on the running emulator. Missing without a setting or a running emulator. */
  readonly value?: unknown
}

/** Returns every assumption, or the requested one. `settings` are those of the running emulator, or null. Raises `usage.invalid`. */
export function listAssumptions(settings: readonly Setting[] | null, id?: string): readonly ShownAssumption[] {
  const shown = assumptions
    .filter((one) => id === undefined || one.id === id.toUpperCase())
    .map((one) => ({ ...one, endpoints: restingOn(one.id), ...valueOf(one, settings) }))
  if (shown.length > 0) return shown
  throw new AppError('usage.invalid', `Unknown assumption ${JSON.stringify(id)}.`, {
    suggestions: ['List the assumptions (N1, A1, B1, C1 and so on): app emulator assumptions'],
  })
}

function restingOn(id: string): readonly string[] {
  return endpoints.filter(({ assumed }) => assumed.includes(id)).map((endpoint) => endpoint.id)
}

function valueOf({ setting }: Assumption, settings: readonly Setting[] | null): { value?: unknown } {
  const found = settings?.find(({ name }) => name === setting)
  return found === undefined ? {} : { value: found.value }
}
