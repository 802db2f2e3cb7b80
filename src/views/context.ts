import type { InstallationContext } from '../install/context-facts.ts'
import { table, type Column } from '../terminal/table.ts'
import { facts, orDash } from './cells.ts'
import type { View } from './view.ts'

const columns: readonly Column<InstallationContext['regions'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'CODE', cell: ({ code }) => orDash(code) },
  { header: 'COUNTRY', cell: ({ countryCode }) => orDash(countryCode) },
  { header: 'CURRENCY', cell: ({ currencyCode }) => orDash(currencyCode) },
  { header: 'LANGUAGE', cell: ({ languageCode }) => orDash(languageCode) },
  { header: 'HOME', cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
]

/** What the token can see: the permitted pins are the ids of this table (PIN-013). */
export const contextView: View<InstallationContext> = (seen, { width, style }) => {
  const isStoreWide = seen.installScope === 'store'
  const head = facts([
    ['App', seen.appKey],
    ['Store', `${orDash(seen.store?.code)} (id ${orDash(seen.store?.id)})`],
    ['Install', isStoreWide ? 'store-wide: a region is chosen for each request' : 'one region: a pin is not read'],
    ['Pinned', orDash(seen.pinnedRegionId)],
    ['Scopes', seen.scopes.join(' ') || 'none'],
  ])
  return `${head}\n\n${table(seen.regions, columns, { width, heading: style.dim })}`
}
