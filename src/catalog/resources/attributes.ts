import { endpoint } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { anyObject, bool, filledText, int, looseRow, mapOf, oneOf, text } from '../fields.ts'
import * as z from '../schema.ts'

/** How many values are shown where the request does not say. Assumed (B17): not shown. */
const VALUES_SHOWN = 100

const label = z.nullable(text({ about: "In the region's language, null without a translation." }))
const labels = mapOf(text({ about: 'Label in the language of this key.' }), { about: 'Language code to label.' })

const attribute = z.object({
  id: int({ about: 'Attribute id.' }),
  key: text({ about: 'Key of the attribute.' }),
  label,
  attrType: text({ about: 'Type. Documented values: attribute and variant.' }),
  labels,
  isVariantAxis: bool({ about: 'Whether variants differ by it.' }),
  valueCount: int({ about: 'Number of values.' }),
  categoryIds: z.array(int({ about: 'A category that it is bound to.' })),
  isRequired: z.nullable(bool({ about: 'Always null. A category decides it.' })),
  isMulti: z.nullable(bool({ about: 'Always null. A category decides it.' })),
  sortOrder: z.nullable(int({ about: 'Always null. A category decides it.' })),
})

const value = z.object({
  id: int({ about: 'Value id.' }),
  valueKey: text({ about: 'Key used in product writes.' }),
  label,
  labels,
  displayConfig: z.nullable(anyObject({ about: 'Presentation in the store. Its fields are not documented.' })),
  sortOrder: int({ about: 'Sort position, lowest first.' }),
  usageCount: int({
    about: 'Active products of this store and region that have it. Meaningless unless counts are included.',
  }),
})

const attrType = oneOf(
  { attribute: 'describes a product', variant: 'variants differ by it' },
  { about: 'Purpose of the attribute.' },
)
const sentLabel = filledText({ about: "Label in the region's language." })
const sentLabels = z.nullish(
  mapOf(filledText({ about: 'Label in the language of this key.' }), {
    about: "Language code to label. The region's language equals label.",
  }),
)

const valueRow = z.object({
  key: filledText({ about: 'Value key.' }),
  label: sentLabel,
  sortOrder: int({ about: 'Sort position, lowest first.' }),
  labels: sentLabels,
})

/** What a row of a creation must be. */
export const attributeRow = z.object({
  key: filledText({ about: 'Attribute key.' }),
  label: sentLabel,
  attrType,
  sortOrder: int({ about: 'Sort position, lowest first.' }),
  labels: sentLabels,
  values: z.nullish(z.array(valueRow)),
})

const writtenValue = z.object({
  sent: text({ about: 'The key as sent.' }),
  id: int({ about: 'The value, new or existing.' }),
  valueKey: text({ about: 'Key used in product writes.' }),
  created: bool({ about: 'Whether it is new.' }),
  matchedBy: z.nullable(text({ about: 'How it was matched. Birebir is the documented value.' })),
})

const result = z.object({
  sent: z.nullable(text({ about: 'The key as sent.' })),
  success: bool({ about: 'Whether the attribute now has everything in the row.' }),
  id: z.nullable(int({ about: 'The attribute, new or existing. Null for a failed row.' })),
  key: z.nullable(text({ about: 'Key of the attribute.' })),
  attrType: z.nullable(text({ about: 'Type of the attribute.' })),
  created: bool({ about: 'Whether it is new.' }),
  matchedBy: z.nullable(text({ about: 'How it was matched. Birebir is the documented value.' })),
  values: z.array(writtenValue),
  warnings: z.array(text({ about: 'Omitted parts.' })),
  code: z.optional(text({ about: `${codes.translationConflict} when the store has another translation.` })),
  message: z.optional(text({ about: 'Why the row failed.' })),
})

export const attributes = {
  list: endpoint({
    id: 'attributes.list',
    method: 'GET',
    path: '/attributes',
    summary: "List the store's attribute dictionary.",
    scope: 'products.read',
    pin: 'required',
    query: z.object({
      search: z.optional(text({ about: "Part of the key, or of the label in the region's language." })),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Number of matching attributes.' }),
      items: z.array(attribute),
      hint: z.nullable(text({ about: 'Set if the dictionary is empty.' })),
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
    summary: 'List the values of an attribute',
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
      attrKey: text({ about: 'Key of the attribute.' }),
      totalCount: int({ about: 'Total number of values.' }),
      offset: int({ about: 'Number of skipped values.' }),
      usageCountsIncluded: bool({ about: 'Whether the counts are valid. Otherwise they are 0.' }),
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
    summary: 'Find or create attributes with their values, row by row.',
    scope: 'products.write',
    pin: 'required',
    // Each row is an `attributeRow`. A wrong one fails alone, so what it must be is checked row by row.
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
      failed: int({ about: 'Number of rows not written.' }),
      results: z.array(result),
    }),
    rows: 'each',
    rowKey: { fields: ['key'], again: 'finds' },
    idempotency: { kind: 'natural', why: 'A known key is found and not created again.' },
    errors: [{ status: 400, when: 'No rows.' }],
    assumed: ['A5', 'B9', 'B33', 'N25', 'C13', 'C14', 'C15'],
  }),
}
