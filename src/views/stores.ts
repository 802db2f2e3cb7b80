import type { OpenStoreAnswer, SeededAnswer, Store } from '../control/contract.ts'
import { table, type Column } from '../terminal/table.ts'
import { counted, facts, noRows, sentence } from './cells.ts'
import type { View } from './view.ts'

/** A store as this project sees it. */
export interface ShownStore extends Store {
  /** Whether commands in this project use the store by default. */
  readonly current: boolean
  /** Whether the app's `test_store_codes` contain it, so that a draft app can be installed there (APP-017). */
  readonly testStore: boolean
}

/** Formats test stores as a table. A star marks the current one. */
export const storesView: View<readonly ShownStore[]> = (stores, looks) => {
  if (stores.length === 0) return noRows('test stores yet. Create one with `app store open --name Demo`')
  const columns: readonly Column<ShownStore>[] = [
    { header: '', rank: 9, cell: ({ current }) => (current ? '*' : ' ') },
    { header: 'CODE', rank: 9, cell: ({ code }) => code },
    { header: 'ID', rank: 8, cell: ({ id }) => String(id), kind: 'number' },
    { header: 'NAME', kind: 'prose', rank: 6, cell: ({ name }) => name },
    { header: 'REGIONS', kind: 'prose', rank: 5, cell: ({ regions }) => regionList(regions) },
    { header: 'TEST', rank: 7, cell: ({ testStore }) => (testStore ? 'yes' : 'no') },
  ]
  return table(stores, columns, looks)
}

/** Formats a newly opened store with its password, which is never shown again. */
export const openedStoreView: View<OpenStoreAnswer> = ({ store, manager }, looks) =>
  [
    looks.style.green(`Created the test store ${store.code}.`),
    facts(
      [
        ['Name', store.name],
        ['Id', String(store.id)],
        ['Domain', store.domain],
        ['Regions', regionList(store.regions)],
        ['Manager', manager.email],
        ['Password', `${manager.password} (shown only once)`],
      ],
      looks,
    ),
  ].join('\n')

/** Formats what a seed file added. */
export const seededView: View<SeededAnswer> = ({ stores, products, customers, orders }, looks) => {
  const codes = stores.length === 0 ? '' : ` (${stores.map(({ code }) => code).join(', ')})`
  const added = [
    `${counted(stores.length, 'store')}${codes}`,
    counted(products, 'product'),
    counted(customers, 'customer'),
    counted(orders, 'order'),
  ]
  return sentence(`Added ${added.join(', ')}. No events were sent.`, looks)
}

function regionList(regions: Store['regions']): string {
  return regions.map(({ id, code, currencyCode }) => `${code} ${currencyCode} (${id})`).join(', ')
}
