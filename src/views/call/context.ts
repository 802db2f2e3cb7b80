import type { InstallationContext } from '../../client/installation-context.ts'
import { table, type Column } from '../../terminal/table.ts'
import { facts, orDash } from '../cells.ts'
import type { View } from '../view.ts'

const columns: readonly Column<InstallationContext['regions'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'CODE', rank: 9, cell: ({ code }) => orDash(code) },
  { header: 'COUNTRY', rank: 7, cell: ({ countryCode }) => orDash(countryCode) },
  { header: 'CURRENCY', rank: 8, cell: ({ currencyCode }) => orDash(currencyCode) },
  { header: 'LANGUAGE', rank: 6, cell: ({ languageCode }) => orDash(languageCode) },
  { header: 'HOME', rank: 5, cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
]

/** Formats what the token can access. The permitted pins are the ids in this table (PIN-013). */
export const contextView: View<InstallationContext> = (context, looks) => {
  const isStoreWide = context.installScope === 'store'
  const head = facts(
    [
      ['App', context.appKey],
      ['Store', `${orDash(context.store?.code)} (id ${orDash(context.store?.id)})`],
      [
        'Install',
        isStoreWide
          ? 'store-wide: each request specifies a region'
          : 'for one region (other regions have their own installs)',
      ],
      ['Region', regionText(context)],
      ['Scopes', context.scopes.join(' ') || 'none'],
    ],
    looks,
  )
  return `${head}\n\n${table(context.regions, columns, looks)}`
}

/** Returns the response's region, as its code if known. */
function regionText({ pinnedRegionId, regions }: InstallationContext): string {
  if (pinnedRegionId === null) return 'no region given'
  const code = regions.find(({ id }) => id === pinnedRegionId)?.code ?? null
  return code === null ? orDash(pinnedRegionId) : `${code} (id ${pinnedRegionId})`
}
