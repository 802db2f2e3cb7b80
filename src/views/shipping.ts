import type { ResponseOf } from '../catalog/endpoint.ts'
import type { shippingPackages } from '../catalog/shipping-packages.ts'
import type { shippingProfiles } from '../catalog/shipping-profiles.ts'
import { table, type Column } from '../terminal/table.ts'
import { noRows, orDash } from './cells.ts'
import type { View } from './view.ts'

type Profiles = ResponseOf<typeof shippingProfiles.list>
type Packages = ResponseOf<typeof shippingPackages.list>

const profileColumns: readonly Column<Profiles['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => orDash(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'TYPE', cell: ({ profileType }) => orDash(profileType) },
  { header: 'DEFAULT', cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
]

/** Tariffs: their ids belong into a product's shippingProfileId (DISC-032). */
export const profileTable: View<Profiles> = ({ items }, { width, style }) =>
  items.length === 0 ? noRows('shipping profiles') : table(items, profileColumns, { width, heading: style.dim })

const packageColumns: readonly Column<Packages['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => orDash(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'LENGTH CM', cell: ({ lengthCm }) => orDash(lengthCm), right: true },
  { header: 'WIDTH CM', cell: ({ widthCm }) => orDash(widthCm), right: true },
  { header: 'HEIGHT CM', cell: ({ heightCm }) => orDash(heightCm), right: true },
  { header: 'EMPTY G', cell: ({ emptyWeightG }) => orDash(emptyWeightG), right: true },
  { header: 'MAX KG', cell: ({ maxWeightKg }) => orDash(maxWeightKg), right: true },
  { header: 'DEFAULT', cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
]

/** Boxes, each number in the unit that it came in (DISC-031); their ids belong into a product's shippingPackageId. */
export const packageTable: View<Packages> = ({ items }, { width, style }) =>
  items.length === 0 ? noRows('shipping packages') : table(items, packageColumns, { width, heading: style.dim })
