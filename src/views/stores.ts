import { table } from '../terminal/table.ts'
import { facts, noRows } from './cells.ts'
import type { View } from './view.ts'

interface Region {
  readonly id: number
  readonly code: string
  readonly currencyCode: string
}

interface Store {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly domain: string
  readonly regions: readonly Region[]
}

interface ListedStore extends Store {
  readonly current: boolean
  readonly testStore: boolean
}

interface OpenedStore {
  readonly store: Store
  readonly manager: { readonly email: string; readonly password: string }
}

/** Test stores as a table; a star marks the current one. */
export const storesView: View<readonly ListedStore[]> = (stores, { width, style }) => {
  if (stores.length === 0) return noRows('test stores yet; app store open --name Demo opens one')
  const columns = [
    { header: '', cell: ({ current }: ListedStore) => (current ? '*' : ' ') },
    { header: 'CODE', cell: ({ code }: ListedStore) => code },
    { header: 'ID', cell: ({ id }: ListedStore) => String(id), right: true },
    { header: 'NAME', cell: ({ name }: ListedStore) => name },
    { header: 'REGIONS', cell: ({ regions }: ListedStore) => regionList(regions) },
    { header: 'IN TEST_STORE_CODES', cell: ({ testStore }: ListedStore) => (testStore ? 'yes' : 'no') },
  ]
  return table(stores, columns, { width, heading: style.bold })
}

/** A store that was opened just now, with the password that is never shown again. */
export const openedStoreView: View<OpenedStore> = ({ store, manager }, { style }) =>
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

function regionList(regions: readonly Region[]): string {
  return regions.map(({ id, code, currencyCode }) => `${code} ${currencyCode} (${id})`).join(', ')
}
