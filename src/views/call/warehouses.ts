import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { warehouses } from '../../catalog/resources/warehouses.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { noRows, orDash, yesNo } from '../cells.ts'
import type { View } from '../view.ts'

type Warehouses = ResponseOf<typeof warehouses.list>

const columns: readonly Column<Warehouses['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'CODE', rank: 8, cell: ({ code }) => orDash(code) },
  { header: 'COUNTRY', rank: 5, cell: ({ countryCode }) => orDash(countryCode) },
  { header: 'REGION', rank: 6, cell: ({ regionId }) => orDash(regionId), kind: 'number' },
  { header: 'DEFAULT', rank: 4, cell: ({ isDefault }) => yesNo(isDefault) },
  { header: 'VIRTUAL', rank: 3, cell: ({ isVirtual }) => yesNo(isVirtual) },
  // Only an app's own warehouse accepts stock writes.
  { header: 'MINE', rank: 7, cell: ({ isMine }) => yesNo(isMine) },
]

export const warehouseTable: View<Warehouses> = ({ items }, looks) =>
  items.length === 0 ? noRows('warehouses') : table(items, columns, looks)

export const createdWarehouse: View<ResponseOf<typeof warehouses.create>> = ({ id, name, code, regionId }) =>
  escapeCell(`Created warehouse ${id}: ${orDash(name)} (${orDash(code)}) in region ${orDash(regionId)}.`)

export const claimedWarehouse: View<ResponseOf<typeof warehouses.claim>> = ({ id, name, alreadyMine }) =>
  escapeCell(
    alreadyMine === true
      ? `Warehouse ${id} already belongs to your app.`
      : `Warehouse ${id} (${orDash(name)}) now belongs to your app.`,
  )

export const releasedWarehouse: View<ResponseOf<typeof warehouses.release>> = ({ id }) =>
  escapeCell(`Warehouse ${id} was returned to the store, with its stock.`)
