import type { ResponseOf } from '../../catalog/endpoint.ts'
import { warehouses } from '../../catalog/resources/warehouses.ts'
import type { Client } from '../../client/client.ts'
import { AppError } from '../../errors.ts'
import { escapeForeign } from '../../text/escape.ts'
import { parseJson } from '../../text/json.ts'

export interface OwnWarehouseTools {
  readonly client: Client
  readonly region: string | undefined
  /** A line for a person, on stderr. */
  readonly note: (text: string) => void
}

type Warehouse = ResponseOf<typeof warehouses.list>['items'][number]

/**
 * The body of a stock write with a warehouse of the app's own: the one that it names, when it is one, else the first that the platform lists now (WH-007,
 * WH-008). Raises `inventory.warehouse-not-owned` and `inventory.no-warehouse`, and whatever reading the list raises; then no stock is written.
 */
export async function withOwnWarehouse(
  { client, region, note }: OwnWarehouseTools,
  body: string | undefined,
): Promise<string | undefined> {
  const fields = readFields(body)
  if (fields === null) return body
  // With the region that the write will have, so that a warehouse of another one is not taken.
  const { body: answer } = await client.call({ ...warehouses.list, pin: 'required' }, { region })
  const own = (answer?.items ?? []).filter(({ isMine }) => isMine)
  const [first] = own
  if (first === undefined) throw noWarehouse(answer?.hint)
  const { warehouseId } = fields
  if (warehouseId === undefined || warehouseId === null) {
    note(`Warehouse: ${nameOf(first)}.`)
    return JSON.stringify({ ...fields, warehouseId: first.id })
  }
  if (own.some(({ id }) => JSON.stringify(id) === JSON.stringify(warehouseId))) return body
  throw new AppError(
    'inventory.warehouse-not-owned',
    `Warehouse ${escapeForeign(JSON.stringify(warehouseId))} does not belong to your app in this region, so no stock was written.`,
    {
      suggestions: [`Yours: ${own.map(nameOf).join(', ')}.`, 'Leave out the warehouse to use your first one.'],
    },
  )
}

/** Null for a body that is not an object, which the platform refuses itself. */
function readFields(body: string | undefined): Readonly<Record<string, unknown>> | null {
  const parsed = parseJson(body ?? '')
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return null
  return parsed.value as Record<string, unknown>
}

/** INV-017: with the platform's own hint. */
function noWarehouse(hint: unknown): AppError {
  return new AppError('inventory.no-warehouse', 'Your app has no warehouse in this region, so no stock was written.', {
    suggestions: [
      ...(typeof hint === 'string' && hint !== '' ? [escapeForeign(hint)] : []),
      'app call warehouses create --name <name>',
      'app call warehouses claim <id>',
    ],
  })
}

function nameOf({ id, name }: Warehouse): string {
  return escapeForeign(`${name} (id ${id})`)
}
