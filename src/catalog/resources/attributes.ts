import { endpoint } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { anyObject, bool, filledText, int, looseRow, mapOf, oneOf, text } from '../fields.ts'
import * as z from '../schema.ts'

/** Number of values returned by default. Assumed (B17): not shown. */
const VALUES_SHOWN = 100

const label = z.nullable(text({ about: "Label in the region's language. null without a translation." }))
const labels = mapOf(text({ about: "Label in the key's language." }), { about: 'Labels by language code.' })

const attribute = z.object({
  id: int({ about: 'Attribute id.' }),
  key: text({ about: 'Key of the attribute.' }),
  label,
  attrType: text({
    about: 'Type. Documented values: attribute (describes a product) and variant (separates variants).',
  }),
  labels,
  isVariantAxis: bool({ about: 'Whether variants differ by this attribute.' }),
  valueCount: int({ about: 'Number of values.' }),
  categoryIds: z.array(int({ about: 'Category with this attribute.' })),
  isRequired: z.nullable(bool({ about: 'Always null, because the value depends on the category.' })),
  isMulti: z.nullable(bool({ about: 'Always null, because the value depends on the category.' })),
  sortOrder: z.nullable(int({ about: 'Always null, because the value depends on the category.' })),
})

const value = z.object({
  id: int({ about: 'Value id.' }),
  valueKey: text({ about: 'Key for product writes.' }),
  label,
  labels,
  displayConfig: z.nullable(anyObject({ about: 'Display settings. Their fields are not documented.' })),
  sortOrder: int({ about: 'Sort order, smallest first.' }),
  usageCount: int({
    about: 'Number of active products with this value in this store and region. Not counted by default.',
  }),
})

const attrType = oneOf(
  { attribute: 'describes a product', variant: 'separates variants' },
  { about: 'Purpose of the attribute.' },
)
const sentLabel = filledText({ about: "Label in the region's language." })
const sentLabels = z.nullish(
  mapOf(filledText({ about: "Label in the key's language." }), {
    about: "Labels by language code. An entry for the region's language must equal `label`.",
  }),
)

const valueRow = z.object({
  key: filledText({ about: 'Value key.' }),
  label: sentLabel,
  sortOrder: int({ about: 'Sort order, smallest first.' }),
  labels: sentLabels,
})

/** Schema of a row to create. */
export const attributeRow = z.object({
  key: filledText({ about: 'Attribute key.' }),
  label: sentLabel,
  attrType,
  sortOrder: int({ about: 'Sort order, smallest first.' }),
  labels: sentLabels,
  values: z.nullish(z.array(valueRow)),
})

const writtenValue = z.object({
  sent: text({ about: 'Key as sent.' }),
  id: int({ about: 'Id of the new or existing value.' }),
  valueKey: text({ about: 'Key for product writes.' }),
  created: bool({ about: 'Whether the value is new.' }),
  matchedBy: z.nullable(
    text({ about: 'Match type of an existing value. Documented value: Birebir (exact key, assumed).' }),
  ),
})

const result = z.object({
  sent: z.nullable(text({ about: 'Key as sent.' })),
  success: bool({ about: 'Whether the attribute now matches the row.' }),
  id: z.nullable(int({ about: 'Id of the new or existing attribute. null for a failed row.' })),
  key: z.nullable(text({ about: 'Attribute key.' })),
  attrType: z.nullable(text({ about: 'Attribute type.' })),
  created: bool({ about: 'Whether the attribute is new.' }),
  matchedBy: z.nullable(
    text({ about: 'Match type of an existing attribute. Documented value: Birebir (exact key, assumed).' }),
  ),
  values: z.array(writtenValue),
  warnings: z.array(text({ about: 'Ignored part of the row.' })),
  code: z.optional(text({ about: `${codes.translationConflict} if the store has a different translation.` })),
  message: z.optional(text({ about: 'Reason, if the row failed.' })),
})

export const attributes = {
  list: endpoint({
    id: 'attributes.list',
    method: 'GET',
    path: '/attributes',
    summary: "List the store's attribute dictionary",
    scope: 'products.read',
    pin: 'required',
    query: z.object({
      search: z.optional(text({ about: "Part of the key, or of the label in the region's language." })),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Number of matching attributes.' }),
      items: z.array(attribute),
      hint: z.nullable(text({ about: 'Hint, if the dictionary is empty.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A5', 'A20', 'B34', 'C28'],
  }),
  values: endpoint({
    id: 'attributes.values',
    method: 'GET',
    path: '/attributes/{key}/values',
    summary: "List an attribute's values",
    scope: 'products.read',
    pin: 'required',
    params: z.object({ key: text({ about: 'Attribute key.', min: 1 }) }),
    query: z.object({
      limit: z._default(int({ about: 'Maximum number of values.', min: 1 }), VALUES_SHOWN),
      offset: z._default(int({ about: 'Number of values to skip.', min: 0 }), 0),
      includeUsage: z._default(bool({ about: 'Count the active products with each value.' }), false),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      attrKey: text({ about: 'Attribute key.' }),
      totalCount: int({ about: 'Total number of values.' }),
      offset: int({ about: 'Number of skipped values.' }),
      usageCountsIncluded: bool({ about: 'Whether products were counted. If not, all counts are 0.' }),
      items: z.array(value),
    }),
    idempotency: { kind: 'read' },
    errors: [{ status: 404, when: 'Unknown attribute.' }],
    assumed: ['A5', 'A20', 'B16', 'B17'],
  }),
  create: endpoint({
    id: 'attributes.create',
    method: 'POST',
    path: '/attributes',
    summary: 'Create attributes and values, or find existing ones',
    scope: 'products.write',
    pin: 'required',
    // Each row is an `attributeRow`. An invalid one fails alone, so rows are validated one by one.
    body: z.object({ items: z.array(looseRow(attributeRow)).check(z.minLength(1)) }),
    example: {
      body: {
        items: [
          {
            key: 'glaze',
            label: 'Glaze',
            attrType: 'attribute',
            sortOrder: 10,
            values: [{ key: 'matt', label: 'Matt', sortOrder: 1 }],
          },
        ],
      },
    },
    response: z.object({
      success: z.boolean(),
      total: int({ about: 'Number of rows sent.' }),
      failed: int({ about: 'Number of failed rows.' }),
      results: z.array(result),
    }),
    rows: 'each',
    rowKey: { fields: ['key'], again: 'finds' },
    idempotency: { kind: 'natural', why: 'An existing key is returned, not created again.' },
    errors: [{ status: 400, when: 'The body has no rows.' }],
    assumed: ['A5', 'B9', 'B33', 'N25', 'C13', 'C14', 'C15'],
  }),
}
