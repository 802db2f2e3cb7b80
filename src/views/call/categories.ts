import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { categories } from '../../catalog/resources/categories.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { facts, givenValue, noRows, orDash, sentence, yesNo } from '../cells.ts'
import { listView, type ListView, type View } from '../view.ts'
import { writtenRows } from './written-rows.ts'

type Categories = ResponseOf<typeof categories.list>

const columns: readonly Column<Categories['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'PARENT', rank: 7, cell: ({ parentId }) => orDash(parentId), kind: 'number' },
]

export const categoryTable: ListView<Categories, Categories['items'][number]> = listView(columns, ({ items }, looks) =>
  items.length === 0 ? noRows('categories') : table(items, columns, looks),
)

export const createdCategory: View<ResponseOf<typeof categories.create>> = ({ id, created, slug }) =>
  escapeCell(
    created ? `Created category ${id} (${slug}).` : `Category ${id} (${slug}) already existed. Nothing was written.`,
  )

/** A replayed move has no effect and is not an error. */
export const movedCategory: View<ResponseOf<typeof categories.move>> = (answer) => {
  const { categoryId, moved, previousParentId, targetParentId, audit } = answer
  if (!moved) return escapeCell(`Category ${categoryId} was already ${place(targetParentId)}. Nothing was moved.`)
  const from = `previously ${place(previousParentId)}`
  return escapeCell(`Category ${categoryId} is now ${place(targetParentId)} (${from}, audit ${audit?.id}).`)
}

function place(parentId: number | null): string {
  return parentId === null ? 'at the root' : `below ${parentId}`
}

/** Formats the HTML as plain text. A change of the texts must specify the digest. */
export const categoryContent: View<ResponseOf<typeof categories.content>> = (content, looks) =>
  facts(
    [
      ['Category', orDash(content.categoryId)],
      ['Region', orDash(content.regionId)],
      ['Language', orDash(content.languageCode)],
      ['SEO title', orDash(content.seoTitle)],
      ['SEO description', orDash(content.seoDescription)],
      ['Description', orDash(content.descriptionHtml)],
      ['Digest', orDash(content.contentDigest)],
    ],
    looks,
  )

export const writtenContent: View<ResponseOf<(typeof categories)['set-content']>> = (answer) => {
  const { categoryId, changed, contentDigest } = answer
  const what = changed ? 'were replaced' : 'did not change'
  return escapeCell(`The texts of category ${categoryId} ${what} (digest ${contentDigest}).`)
}

type CategoryAttributes = ResponseOf<typeof categories.attributes>

const attributeColumns: readonly Column<CategoryAttributes['items'][number]>[] = [
  { header: 'KEY', rank: 9, cell: ({ key }) => orDash(key) },
  { header: 'LABEL', kind: 'prose', rank: 4, cell: ({ label }) => orDash(label) },
  { header: 'TYPE', rank: 6, cell: ({ attrType }) => orDash(attrType) },
  { header: 'AXIS', rank: 7, cell: ({ isVariantAxis }) => yesNo(isVariantAxis) },
  { header: 'REQUIRED', rank: 8, cell: ({ isRequired }) => yesNo(isRequired) },
  { header: 'MULTI', rank: 5, cell: ({ isMulti }) => yesNo(isMulti) },
  {
    header: 'VALUES',
    kind: 'prose',
    rank: 7,
    cell: ({ allowedValues }) => (Array.isArray(allowedValues) ? allowedValues.join(', ') : 'any'),
  },
]

export const categoryAttributeTable: ListView<CategoryAttributes, CategoryAttributes['items'][number]> = listView(
  attributeColumns,
  ({ items, requiredVariantAxes }, looks) => {
    if (items.length === 0) return noRows('attributes bound to this category')
    const rows = table(items, attributeColumns, looks)
    if (looks.width === 0 || !Array.isArray(requiredVariantAxes) || requiredVariantAxes.length === 0) return rows
    const axes = `Every product needs variants, each with: ${requiredVariantAxes.join(', ')}`
    return `${rows}\n${looks.style.dim(sentence(escapeCell(axes), looks))}`
  },
)

type Bindings = ResponseOf<(typeof categories)['bind-attributes']>

const bindingColumns: readonly Column<Bindings['results'][number]>[] = [
  { header: 'SENT', rank: 9, cell: ({ sent }) => orDash(sent) },
  { header: 'TYPE', rank: 6, cell: ({ attrType }) => orDash(attrType) },
  { header: 'BOUND', rank: 8, cell: ({ success }) => yesNo(success) },
  givenValue,
  { header: 'REASON', kind: 'prose', rank: 7, cell: ({ message }) => orDash(message) },
]

/** Formats each row with its own result, because a 200 status does not cover the rows. */
export const bindingTable: View<Bindings> = ({ results }, looks) => {
  const { rows, columns, note } = writtenRows(results, bindingColumns, looks)
  return table(rows, columns, looks) + note
}
