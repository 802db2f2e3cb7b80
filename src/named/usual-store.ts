import type { NamedStore } from './store.ts'

/** What is known of an app and its stores where a person names none. */
export interface UsualStore {
  /** The one that was chosen last. */
  readonly currentId: number | undefined
  /** Codes of the app's test stores, the first chosen first. Left out where only the installs on record are known. */
  readonly testStoreCodes?: readonly string[]
  /** Codes of other apps' test stores, for `free`. */
  readonly takenCodes?: readonly string[]
}

type Choice = <S extends NamedStore>(stores: readonly S[], takenCodes: readonly string[]) => S | undefined

/** What a command takes of the stores that there are, where none of them is current and none is a test store of the app. */
const otherwise = {
  /** Looking, calling, and acting as a store would: the only one cannot be mixed up. Among several these commands refuse. */
  only: ([store, ...others]) => (others.length === 0 ? store : undefined),
  /** `app dev`: the only one, as a seed brings it, unless another app has it. Else it opens one. */
  free: ([store, ...others], takenCodes) =>
    others.length > 0 || takenCodes.some((code) => code === store?.code) ? undefined : store,
  /** An install comes into no store, and goes from none, that nobody chose for it: these commands refuse, also where the app has several test stores. */
  none: () => undefined,
  /** A made-up event, which may come from any. */
  first: ([store]) => store,
} as const satisfies Record<string, Choice>

/**
 * The store that is meant where none is named, the same for every command: the current one, else the first test store of the app, for an install the only one. Only
 * where there is neither, it depends on what the command does.
 */
export function usualStore<S extends NamedStore>(
  stores: readonly S[],
  { currentId, testStoreCodes = [], takenCodes = [] }: UsualStore,
  without: keyof typeof otherwise,
): S | undefined {
  const current = stores.find(({ id }) => id === currentId)
  if (current !== undefined) return current
  const own = testStoreCodes.flatMap((code) => stores.filter((store) => store.code === code))
  const isChosen = without !== 'none' || own.length === 1
  return (isChosen ? own[0] : undefined) ?? otherwise[without](stores, takenCodes)
}
