import type { categories } from '../catalog/categories.ts'
import type { ResponseOf } from '../catalog/endpoint.ts'
import { table, type Column } from '../terminal/table.ts'
import { escapeCell } from '../values/escape.ts'
import { facts, noRows, orDash, yesNo } from './cells.ts'
import { listView, type ListView, type View } from './view.ts'

type Categories = ResponseOf<typeof categories.list>

const columns: readonly Column<Categories['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'PARENT', cell: ({ parentId }) => orDash(parentId), right: true },
]

export const categoryTable: ListView<Categories, Categories['items'][number]> = listView(
  columns,
  ({ items }, { width, style }) =>
    items.length === 0 ? noRows('categories') : table(items, columns, { width, heading: style.dim }),
)

export const createdCategory: View<ResponseOf<typeof categories.create>> = ({ id, created, slug }) =>
  escapeCell(
    created ? `Category ${id} created (${slug}).` : `Category ${id} (${slug}) was there already; nothing was written.`,
  )

/** A replay moves nothing, which is no failure. */
export const movedCategory: View<ResponseOf<typeof categories.move>> = (answer) => {
  const { categoryId, moved, previousParentId, targetParentId, audit } = answer
  if (!moved) return escapeCell(`Category ${categoryId} was ${place(targetParentId)} already; nothing was moved.`)
  const from = `it was ${place(previousParentId)}`
  return escapeCell(`Category ${categoryId} is ${place(targetParentId)} now (${from}; audit ${audit?.id}).`)
}

function place(parentId: number | null): string {
  return parentId === null ? 'at the root' : `below ${parentId}`
}

/** The HTML as the text that it is; the digest is what a change of the texts has to name. */
export const categoryContent: View<ResponseOf<typeof categories.content>> = (content) =>
  facts([
    ['Category', orDash(content.categoryId)],
    ['Region', orDash(content.regionId)],
    ['Language', orDash(content.languageCode)],
    ['SEO title', orDash(content.seoTitle)],
    ['SEO description', orDash(content.seoDescription)],
    ['Description', orDash(content.descriptionHtml)],
    ['Digest', orDash(content.contentDigest)],
  ])

export const writtenContent: View<ResponseOf<(typeof categories)['set-content']>> = (answer) => {
  const { categoryId, changed, contentDigest } = answer
  const what = changed ? 'have been replaced' : 'were equal; nothing was changed'
  return escapeCell(`The texts of category ${categoryId} ${what} (digest ${contentDigest}).`)
}

type CategoryAttributes = ResponseOf<typeof categories.attributes>

const attributeColumns: readonly Column<CategoryAttributes['items'][number]>[] = [
  { header: 'KEY', cell: ({ key }) => orDash(key) },
  { header: 'LABEL', cell: ({ label }) => orDash(label) },
  { header: 'TYPE', cell: ({ attrType }) => orDash(attrType) },
  { header: 'AXIS', cell: ({ isVariantAxis }) => yesNo(isVariantAxis) },
  { header: 'REQUIRED', cell: ({ isRequired }) => yesNo(isRequired) },
  { header: 'MULTI', cell: ({ isMulti }) => yesNo(isMulti) },
  { header: 'VALUES', cell: ({ allowedValues }) => (Array.isArray(allowedValues) ? allowedValues.join(', ') : 'any') },
]

export const categoryAttributeTable: ListView<CategoryAttributes, CategoryAttributes['items'][number]> = listView(
  attributeColumns,
  ({ items, requiredVariantAxes }, { width, style }) => {
    if (items.length === 0) return noRows('attributes bound to this category')
    const rows = table(items, attributeColumns, { width, heading: style.dim })
    if (width === 0 || !Array.isArray(requiredVariantAxes) || requiredVariantAxes.length === 0) return rows
    const axes = `Every product needs variants, each with: ${requiredVariantAxes.join(', ')}`
    return `${rows}\n${style.dim(escapeCell(axes))}`
  },
)

type Bindings = ResponseOf<(typeof categories)['bind-attributes']>

const bindingColumns: readonly Column<Bindings['results'][number]>[] = [
  { header: 'SENT', cell: ({ sent }) => orDash(sent) },
  { header: 'TYPE', cell: ({ attrType }) => orDash(attrType) },
  { header: 'BOUND', cell: ({ success }) => yesNo(success) },
  { header: 'WHY NOT', cell: ({ message }) => orDash(message) },
]

/** Each row with its own outcome: a 200 says nothing of the rows. */
export const bindingTable: View<Bindings> = ({ results }, { width, style }) =>
  table(results, bindingColumns, { width, heading: style.dim })
