import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { shippingPackages } from '../../catalog/resources/shipping-packages.ts'
import type { shippingProfiles } from '../../catalog/resources/shipping-profiles.ts'
import { table, type Column } from '../../terminal/table.ts'
import { noRows, orDash } from '../cells.ts'
import type { View } from '../view.ts'

type Profiles = ResponseOf<typeof shippingProfiles.list>
type Packages = ResponseOf<typeof shippingPackages.list>

const profileColumns: readonly Column<Profiles['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => orDash(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'TYPE', rank: 7, cell: ({ profileType }) => orDash(profileType) },
  { header: 'DEFAULT', rank: 4, cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
]

/** Formats shipping rates. A product's shippingProfileId takes their ids (DISC-032). */
export const profileTable: View<Profiles> = ({ items }, looks) =>
  items.length === 0 ? noRows('shipping profiles') : table(items, profileColumns, looks)

const packageColumns: readonly Column<Packages['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => orDash(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'LENGTH CM', rank: 6, cell: ({ lengthCm }) => orDash(lengthCm), kind: 'number' },
  { header: 'WIDTH CM', rank: 6, cell: ({ widthCm }) => orDash(widthCm), kind: 'number' },
  { header: 'HEIGHT CM', rank: 6, cell: ({ heightCm }) => orDash(heightCm), kind: 'number' },
  { header: 'EMPTY G', rank: 3, cell: ({ emptyWeightG }) => orDash(emptyWeightG), kind: 'number' },
  { header: 'MAX KG', rank: 5, cell: ({ maxWeightKg }) => orDash(maxWeightKg), kind: 'number' },
  { header: 'DEFAULT', rank: 4, cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
]

/** Formats boxes with each number in its original unit (DISC-031). A product's shippingPackageId takes their ids. */
export const packageTable: View<Packages> = ({ items }, looks) =>
  items.length === 0 ? noRows('shipping packages') : table(items, packageColumns, looks)
