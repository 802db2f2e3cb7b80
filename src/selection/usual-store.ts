import type { NamedStore } from './store.ts'

/** Facts of an app and its stores for a command without --store. */
export interface UsualStore {
  /** The store that was selected last. */
  readonly currentId: number | undefined
  /** Codes of the app's test stores, the first selected first. Missing if only the recorded installs are known. */
  readonly testStoreCodes?: readonly string[]
  /** Codes of other apps' test stores, for `free`. */
  readonly takenCodes?: readonly string[]
}

type Choice = <S extends NamedStore>(stores: readonly S[], takenCodes: readonly string[]) => S | undefined

/** Store that a command uses if none is current and none is a test store of the app. */
const otherwise = {
  /** For reading, calling, and acting as a store: a single store is unambiguous. With several, these commands fail. */
  only: ([store, ...others]) => (others.length === 0 ? store : undefined),
  /** For `app dev`: a single store, as from a seed, unless another app uses it. Otherwise it opens one. */
  free: ([store, ...others], takenCodes) =>
    others.length > 0 || takenCodes.some((code) => code === store?.code) ? undefined : store,
  /** An install or uninstall must not affect a store that the user did not select, so these commands fail, even if the app has several test stores. */
  none: () => undefined,
  /** A triggered event may come from any store. */
  first: ([store]) => store,
} as const satisfies Record<string, Choice>

/**
 * Returns the default store, the same for every command: the current one, else the app's first test
 * store, for an install only a single one. Without either, it depends on the command.
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
