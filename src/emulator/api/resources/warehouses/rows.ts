import type { Row } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import { storeWideRegions } from '../../../platform/stores.ts'
import type { Onlooker } from '../../handler.ts'

/** Returns the warehouses that a request can see (B35): of its region, or of every region of the install. The store's default is first. */
export function visibleWarehouses({ context, db, caller, regionId }: Onlooker): Row[] {
  const regions = storeWideRegions(context, caller.storeId, caller.countries)
  return prepared(db, 'SELECT * FROM warehouses WHERE ?1 IS NULL OR region_id = ?1 ORDER BY is_default DESC, name, id')
    .all(regionId)
    .filter((row) => regionId !== null || regions.some(({ id }) => id === row['region_id']))
}

/** Returns the warehouse with this id, or null if it is missing or the request cannot see it. */
export function visibleWarehouse(onlooker: Onlooker, id: number | null): Row | null {
  return visibleWarehouses(onlooker).find((row) => row['id'] === id) ?? null
}
