import type { OpenStoreAnswer, Store } from '../control/contract.ts'
import { table } from '../terminal/table.ts'
import { facts, noRows } from './cells.ts'
import type { View } from './view.ts'

/** A store as this project sees it. */
export interface ShownStore extends Store {
  /** Whether commands of this project mean it when none is named. */
  readonly current: boolean
  /** Whether its code is in the app's `test_store_codes`, so that a draft app can be installed there (APP-017). */
  readonly testStore: boolean
}

/** Test stores as a table; a star marks the current one. */
export const storesView: View<readonly ShownStore[]> = (stores, { width, style }) => {
  if (stores.length === 0) return noRows('test stores yet; app store open --name Demo opens one')
  const columns = [
    { header: '', cell: ({ current }: ShownStore) => (current ? '*' : ' ') },
    { header: 'CODE', cell: ({ code }: ShownStore) => code },
    { header: 'ID', cell: ({ id }: ShownStore) => String(id), right: true },
    { header: 'NAME', cell: ({ name }: ShownStore) => name },
    { header: 'REGIONS', cell: ({ regions }: ShownStore) => regionList(regions) },
    { header: 'IN TEST_STORE_CODES', cell: ({ testStore }: ShownStore) => (testStore ? 'yes' : 'no') },
  ]
  return table(stores, columns, { width, heading: style.bold })
}

/** A store that was opened just now, with the password that is never shown again. */
export const openedStoreView: View<OpenStoreAnswer> = ({ store, manager }, { style }) =>
  [
    style.green(`Opened ${store.code}.`),
    facts([
      ['Name', store.name],
      ['Id', String(store.id)],
      ['Domain', store.domain],
      ['Regions', regionList(store.regions)],
      ['Manager', manager.email],
      ['Password', `${manager.password} (shown this one time)`],
    ]),
  ].join('\n')

function regionList(regions: Store['regions']): string {
  return regions.map(({ id, code, currencyCode }) => `${code} ${currencyCode} (${id})`).join(', ')
}
