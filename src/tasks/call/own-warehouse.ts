import type { ResponseOf } from '../../catalog/endpoint.ts'
import { warehouses } from '../../catalog/resources/warehouses.ts'
import type { Client } from '../../client/client.ts'
import { AppError } from '../../errors.ts'
import { escapeForeign } from '../../text/escape.ts'
import { parseJson } from '../../text/json.ts'

export interface OwnWarehouseTools {
  readonly client: Client
  readonly region: string | undefined
  /** Prints a line for the user on stderr. */
  readonly note: (text: string) => void
}

type Warehouse = ResponseOf<typeof warehouses.list>['items'][number]

/**
 * Returns the body of a stock write with one of the app's own warehouses: the given one, or the first in the platform's list
 * (WH-007, WH-008). Raises `inventory.warehouse-not-owned`, `inventory.no-warehouse` and the errors of the list request. Then no stock is written.
 */
export async function withOwnWarehouse(
  { client, region, note }: OwnWarehouseTools,
  body: string | undefined,
): Promise<string | undefined> {
  const fields = readFields(body)
  if (fields === null) return body
  // Uses the region of the write, so that no warehouse of another region is selected.
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
      suggestions: [
        `Use one of your warehouses: ${own.map(nameOf).join(', ')}.`,
        'Leave out the warehouse to use your first one.',
      ],
    },
  )
}

/** Returns null for a body that is not an object, which the platform itself rejects. */
function readFields(body: string | undefined): Readonly<Record<string, unknown>> | null {
  const parsed = parseJson(body ?? '')
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return null
  return parsed.value as Record<string, unknown>
}

/** Creates the error with the platform's own hint (INV-017). */
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
