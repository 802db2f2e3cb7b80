import { AppError } from '../errors.ts'
import { foreignText } from '../text/foreign-text.ts'
import { nearest } from '../text/nearest.ts'

/** A store with its names. The code is null if unknown. */
export interface NamedStore {
  readonly id: number | string
  readonly code: string | null
}

export interface KnownStores<S extends NamedStore> {
  readonly stores: readonly S[]
  /** Description for messages: `Stores of the emulator`. */
  readonly what: string
  /** Command that adds a store. */
  readonly next: string
}

/**
 * Returns the selected store: by id, else by code, in any letter case. Raises `store.unknown`, with the
 * nearest one and all available ones, and `store.ambiguous` for codes that differ only in letter case.
 */
export function findStore<S extends NamedStore>(known: KnownStores<S>, text: string): S {
  const [first, ...others] = matchStores(known.stores, text)
  if (first === undefined) throw unknownStore(known, text)
  if (others.length === 0) return first
  throw new AppError('store.ambiguous', `Store ${foreignText(text)} matches ${others.length + 1} stores.`, {
    suggestions: [`Use the id: ${listStores([first, ...others])}.`],
  })
}

const kinds: readonly ((store: NamedStore, wanted: string) => boolean)[] = [
  ({ id }, wanted) => String(id) === wanted,
  ({ code }, wanted) => code === wanted,
  ({ code }, wanted) => code?.toLowerCase() === wanted.toLowerCase(),
]

/** Returns the stores that `text` matches. */
export function matchStores<S extends NamedStore>(stores: readonly S[], text: string): S[] {
  const wanted = text.trim()
  for (const fits of kinds) {
    const found = stores.filter((store) => wanted !== '' && fits(store, wanted))
    if (found.length > 0) return found
  }
  return []
}

/** Returns `demo (id 1), small (id 2)`: all names of each store. */
export function listStores(stores: readonly NamedStore[]): string {
  if (stores.length === 0) return 'none'
  return stores.map(({ id, code }) => (code === null ? `id ${id}` : `${foreignText(code)} (id ${id})`)).join(', ')
}

function unknownStore({ stores, what, next }: KnownStores<NamedStore>, text: string): AppError {
  const codes = stores.flatMap(({ code }) => (code === null ? [] : [code.toLowerCase()]))
  const meant = nearest(text.trim().toLowerCase(), codes)
  return new AppError('store.unknown', `Unknown store ${foreignText(text)}. Nothing was done.`, {
    suggestions: [
      ...(meant === null ? [] : [`Did you mean ${foreignText(meant)}?`]),
      `${what}: ${listStores(stores)}.`,
      next,
    ],
  })
}

/** Returns the emulator's stores. Opening another one is suggested only if none exists, because the new one becomes current and its name may be in use. */
export function storesOfEmulator<S extends NamedStore>(stores: readonly S[]): KnownStores<S> {
  const next = stores.length === 0 ? 'app store open --name Demo' : 'app store list'
  return { stores, what: 'Emulator stores', next }
}
