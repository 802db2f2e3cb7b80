import type { Registration } from '../registration.ts'
import { placeOf, type ConsoleField, type KnownOfConsole } from './console-fields.ts'

/** The changes that `app submit` would make, or the values still to enter in the developer console. */
export interface PlannedChange {
  /** Changed fields. Null on the live platform if no values were confirmed on this machine. */
  readonly changes: readonly ConsoleField[] | null
  /** Installs whose owner has not approved these scopes. The app must be reinstalled there. */
  readonly missingConsents: readonly {
    readonly store: string
    /** Region code, or null for a store-wide install. */
    readonly region: string | null
    readonly scopes: readonly string[]
  }[]
  /** Added and removed topics. Null if `changes` is null. */
  readonly topics: { readonly added: readonly string[]; readonly removed: readonly string[] } | null
}

/** Compares app.toml's registration with the registered or last confirmed one. `fields` are all fields that can differ. */
export function plannedChange(
  wanted: Registration,
  { confirmed, installs }: KnownOfConsole,
  fields: readonly ConsoleField[],
): PlannedChange {
  const topics = confirmed === null ? null : textsOf(confirmed.webhook_topics)
  // The owner may have declined a scope that was and still is optional.
  const optional = textsOf(confirmed?.optional_scopes ?? wanted.optional_scopes)
  const declinable = wanted.optional_scopes.filter((scope) => optional.includes(scope))
  return {
    changes: confirmed === null ? null : fields.filter(({ differs }) => differs),
    missingConsents: installs
      .map((one) => ({ ...placeOf(one), scopes: without(wanted.requested_scopes, [...one.scopes, ...declinable]) }))
      .filter(({ scopes }) => scopes.length > 0),
    topics: topics && {
      added: without(wanted.webhook_topics, topics),
      removed: without(topics, wanted.webhook_topics),
    },
  }
}

function without(all: readonly string[], some: readonly string[]): string[] {
  return all.filter((one) => !some.includes(one))
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
