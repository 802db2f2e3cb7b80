import type { ResponseOf } from '../catalog/endpoint.ts'
import type { warehouses } from '../catalog/warehouses.ts'
import { table, type Column } from '../terminal/table.ts'
import { noRows, orDash } from './cells.ts'
import type { View } from './view.ts'

type Warehouses = ResponseOf<typeof warehouses.list>

const columns: readonly Column<Warehouses['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'CODE', cell: ({ code }) => orDash(code) },
  { header: 'COUNTRY', cell: ({ countryCode }) => orDash(countryCode) },
  { header: 'REGION', cell: ({ regionId }) => orDash(regionId), right: true },
  { header: 'DEFAULT', cell: ({ isDefault }) => yesNo(isDefault) },
  { header: 'VIRTUAL', cell: ({ isVirtual }) => yesNo(isVirtual) },
  // Only such a one may take stock writes.
  { header: 'MINE', cell: ({ isMine }) => yesNo(isMine) },
]

export const warehouseTable: View<Warehouses> = ({ items }, { width, style }) =>
  items.length === 0 ? noRows('warehouses') : table(items, columns, { width, heading: style.dim })

/** `isDefault` is also seen as 0 (A9). */
function yesNo(value: unknown): string {
  return value === true || value === 1 ? 'yes' : 'no'
}
