import * as Flags from '@oclif/core/flags'

import { AppError } from '../errors.ts'
import { listStores, projectIfAny, type ShownStore, type StoreTools } from './stores.ts'

export const orderStoreFlag = {
  store: Flags.string({
    summary: 'Store code or id; the current store, or the only one there is, when left out.',
    helpValue: '<code>',
  }),
}

/**
 * The store in which something is to happen on the emulator: the one that is named, else the project's current one, else the only one there is.
 * Raises `emulator.unknown-store`, and `usage.missing` when nothing says which.
 */
export async function orderStore(tools: StoreTools, wanted: string | undefined): Promise<ShownStore> {
  const stores = await listStores(tools, projectIfAny(tools.context.cwd))
  const named = stores.find(({ code, id }) => code === wanted || String(id) === wanted)
  const meant = wanted === undefined ? (stores.find(({ current }) => current) ?? onlyOne(stores)) : named
  if (meant !== undefined) return meant
  const suggestions = [`Stores: ${stores.map(({ code }) => code).join(', ') || 'none yet'}.`]
  if (wanted !== undefined) {
    throw new AppError('emulator.unknown-store', `The emulator has no store ${JSON.stringify(wanted)}.`, {
      suggestions: [...suggestions, 'app store open --name Demo'],
    })
  }
  throw new AppError('usage.missing', 'No store is named, and none is current.', {
    suggestions: [...suggestions, stores.length === 0 ? 'app store open --name Demo' : 'Name one by --store.'],
  })
}

function onlyOne(stores: readonly ShownStore[]): ShownStore | undefined {
  return stores.length === 1 ? stores[0] : undefined
}
