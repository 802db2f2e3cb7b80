import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { attributes } from '../../catalog/resources/attributes.ts'
import { table, type Column } from '../../terminal/table.ts'
import { givenValue, noRows, orDash, yesNo } from '../cells.ts'
import { listView, type ListView, type View } from '../view.ts'
import { writtenRows } from './written-rows.ts'

type Dictionary = ResponseOf<typeof attributes.list>

const columns: readonly Column<Dictionary['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'KEY', rank: 8, cell: ({ key }) => orDash(key) },
  { header: 'LABEL', kind: 'prose', rank: 7, cell: ({ label }) => orDash(label) },
  { header: 'TYPE', rank: 6, cell: ({ attrType }) => orDash(attrType) },
  { header: 'AXIS', rank: 5, cell: ({ isVariantAxis }) => yesNo(isVariantAxis) },
  { header: 'VALUES', rank: 4, cell: ({ valueCount }) => orDash(valueCount), kind: 'number' },
  {
    header: 'CATEGORIES',
    kind: 'prose',
    cell: ({ categoryIds }) => (Array.isArray(categoryIds) ? orDash(categoryIds.join(', ')) : '–'),
  },
]

export const attributeTable: ListView<Dictionary, Dictionary['items'][number]> = listView(columns, ({ items }, looks) =>
  items.length === 0 ? noRows('attributes') : table(items, columns, looks),
)

type Values = ResponseOf<typeof attributes.values>

const valueColumns: readonly Column<Values['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'KEY', rank: 8, cell: ({ valueKey }) => orDash(valueKey) },
  { header: 'LABEL', kind: 'prose', rank: 7, cell: ({ label }) => orDash(label) },
]

const usage: Column<Values['items'][number]> = {
  header: 'USED BY',
  cell: ({ usageCount }) => orDash(usageCount),
  kind: 'number',
}

/** Shows counts only if the platform counted, because it sends zeros otherwise (ATTR-033). */
export const valueTable: ListView<Values, Values['items'][number]> = listView(
  valueColumns,
  ({ items, usageCountsIncluded }, looks) => {
    if (items.length === 0) return noRows('values')
    const shown = usageCountsIncluded ? [...valueColumns, usage] : valueColumns
    return table(items, shown, looks)
  },
)

type AttributeAnswer = ResponseOf<typeof attributes.create>

const resultColumns: readonly Column<AttributeAnswer['results'][number]>[] = [
  { header: 'SENT', rank: 9, cell: ({ sent }) => orDash(sent) },
  { header: 'ID', rank: 9, cell: ({ id }) => orDash(id), kind: 'number' },
  { header: 'OUTCOME', rank: 8, cell: outcome },
  {
    header: 'VALUES',
    rank: 4,
    cell: ({ values }) => (Array.isArray(values) ? String(values.length) : '–'),
    kind: 'number',
  },
  givenValue,
  { header: 'MESSAGE', kind: 'prose', rank: 7, cell: words },
]

/** Formats each row with its own result, because a 200 status does not cover the rows (ATTR-063). */
export const writtenAttributes: View<AttributeAnswer> = ({ results }, looks) => {
  const { rows, columns, note } = writtenRows(results, resultColumns, looks)
  return table(rows, columns, looks) + note
}

function outcome({ success, created, matchedBy, code }: AttributeAnswer['results'][number]): string {
  if (!success) return code === undefined ? 'failed' : `failed: ${code}`
  return created ? 'created' : `found (${orDash(matchedBy)})`
}

function words({ message, warnings }: AttributeAnswer['results'][number]): string {
  return orDash([message, ...(Array.isArray(warnings) ? warnings : [])].filter(Boolean).join(' '))
}
