import type { attributes } from '../catalog/attributes.ts'
import type { ResponseOf } from '../catalog/endpoint.ts'
import { table, type Column } from '../terminal/table.ts'
import { noRows, orDash, yesNo } from './cells.ts'
import { listView, type ListView, type View } from './view.ts'

type Dictionary = ResponseOf<typeof attributes.list>

const columns: readonly Column<Dictionary['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'KEY', cell: ({ key }) => orDash(key) },
  { header: 'LABEL', cell: ({ label }) => orDash(label) },
  { header: 'TYPE', cell: ({ attrType }) => orDash(attrType) },
  { header: 'AXIS', cell: ({ isVariantAxis }) => yesNo(isVariantAxis) },
  { header: 'VALUES', cell: ({ valueCount }) => orDash(valueCount), right: true },
  {
    header: 'CATEGORIES',
    cell: ({ categoryIds }) => (Array.isArray(categoryIds) ? orDash(categoryIds.join(', ')) : '–'),
  },
]

export const attributeTable: ListView<Dictionary, Dictionary['items'][number]> = listView(
  columns,
  ({ items }, { width, style }) =>
    items.length === 0 ? noRows('attributes') : table(items, columns, { width, heading: style.dim }),
)

type Values = ResponseOf<typeof attributes.values>

const valueColumns: readonly Column<Values['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'KEY', cell: ({ valueKey }) => orDash(valueKey) },
  { header: 'LABEL', cell: ({ label }) => orDash(label) },
]

const usage: Column<Values['items'][number]> = {
  header: 'USED BY',
  cell: ({ usageCount }) => orDash(usageCount),
  right: true,
}

/** Counts are shown only when the platform counted: the zeros that it sends otherwise are no evidence (ATTR-033). */
export const valueTable: ListView<Values, Values['items'][number]> = listView(
  valueColumns,
  ({ items, usageCountsIncluded }, { width, style }) => {
    if (items.length === 0) return noRows('values')
    const shown = usageCountsIncluded ? [...valueColumns, usage] : valueColumns
    return table(items, shown, { width, heading: style.dim })
  },
)

type Written = ResponseOf<typeof attributes.create>

const resultColumns: readonly Column<Written['results'][number]>[] = [
  { header: 'SENT', cell: ({ sent }) => orDash(sent) },
  { header: 'ID', cell: ({ id }) => orDash(id), right: true },
  { header: 'OUTCOME', cell: outcome },
  { header: 'VALUES', cell: ({ values }) => (Array.isArray(values) ? String(values.length) : '–'), right: true },
  { header: 'WORDS', cell: words },
]

/** Each row with its own outcome: a 200 says nothing of the rows (ATTR-063). */
export const writtenAttributes: View<Written> = ({ results }, { width, style }) =>
  table(results, resultColumns, { width, heading: style.dim })

function outcome({ success, created, matchedBy, code }: Written['results'][number]): string {
  if (!success) return code === undefined ? 'failed' : `failed: ${code}`
  return created ? 'created' : `found (${orDash(matchedBy)})`
}

function words({ message, warnings }: Written['results'][number]): string {
  return orDash([message, ...(Array.isArray(warnings) ? warnings : [])].filter(Boolean).join(' '))
}
