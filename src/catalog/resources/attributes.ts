import { endpoint } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { anyObject, bool, filledText, int, looseRow, mapOf, oneOf, text } from '../fields.ts'
import * as z from '../schema.ts'

/** How many values are shown where the request does not say. Assumed (B17): not shown. */
const VALUES_SHOWN = 100

const label = z.nullable(text({ about: 'In the language of the region; null without a translation.' }))
const labels = mapOf(text({ about: 'Label in the language that is the key.' }), { about: 'Language code to label.' })

const attribute = z.object({
  id: int({ about: 'Attribute id.' }),
  key: text({ about: 'Key of the attribute.' }),
  label,
  attrType: text({ about: 'attribute and variant are the shown values.' }),
  labels,
  isVariantAxis: bool({ about: 'Whether variants differ by it.' }),
  valueCount: int({ about: 'How many values it has.' }),
  categoryIds: z.array(int({ about: 'A category that it is bound to.' })),
  isRequired: z.nullable(bool({ about: 'Null here: a category decides it.' })),
  isMulti: z.nullable(bool({ about: 'Null here: a category decides it.' })),
  sortOrder: z.nullable(int({ about: 'Null here: a category decides it.' })),
})

const value = z.object({
  id: int({ about: 'Value id.' }),
  valueKey: text({ about: 'What a product write carries.' }),
  label,
  labels,
  displayConfig: z.nullable(anyObject({ about: 'How the store shows it; its fields are not shown.' })),
  sortOrder: int({ about: 'Place, the smallest first.' }),
  usageCount: int({
    about: 'Active products of this store and region that have it; no evidence unless counts are included.',
  }),
})

const attrType = oneOf(
  { attribute: 'describes a product', variant: 'variants differ by it' },
  { about: 'What the attribute is for.' },
)
const sentLabel = filledText({ about: 'Label in the language of the region.' })
const sentLabels = z.nullish(
  mapOf(filledText({ about: 'Label in the language that is the key.' }), {
    about: "Language code to label; that of the region's language equals label.",
  }),
)

const valueRow = z.object({
  key: filledText({ about: 'Key of the value.' }),
  label: sentLabel,
  sortOrder: int({ about: 'Place, the smallest first.' }),
  labels: sentLabels,
})

/** What a row of a creation must be. */
export const attributeRow = z.object({
  key: filledText({ about: 'Key of the attribute.' }),
  label: sentLabel,
  attrType,
  sortOrder: int({ about: 'Place, the smallest first.' }),
  labels: sentLabels,
  values: z.nullish(z.array(valueRow)),
})

const writtenValue = z.object({
  sent: text({ about: 'The key as it was sent.' }),
  id: int({ about: 'The value, new or found.' }),
  valueKey: text({ about: 'What a product write carries.' }),
  created: bool({ about: 'Whether it is new.' }),
  matchedBy: z.nullable(text({ about: 'How it was found: Birebir is the shown value.' })),
})

const result = z.object({
  sent: z.nullable(text({ about: 'The key as it was sent.' })),
  success: bool({ about: 'Whether the attribute is there now with all that the row says.' }),
  id: z.nullable(int({ about: 'The attribute, new or found; null for a row that failed.' })),
  key: z.nullable(text({ about: 'Key of the attribute.' })),
  attrType: z.nullable(text({ about: 'Type of the attribute.' })),
  created: bool({ about: 'Whether it is new.' }),
  matchedBy: z.nullable(text({ about: 'How it was found: Birebir is the shown value.' })),
  values: z.array(writtenValue),
  warnings: z.array(text({ about: 'What was left out.' })),
  code: z.optional(text({ about: `${codes.translationConflict} when the store has another translation.` })),
  message: z.optional(text({ about: 'Why the row failed.' })),
})

export const attributes = {
  list: endpoint({
    id: 'attributes.list',
    method: 'GET',
    path: '/attributes',
    summary: 'List the attribute dictionary of the store.',
    scope: 'products.read',
    pin: 'required',
    query: z.object({
      search: z.optional(text({ about: 'Part of the key, or of the label in the language of the region.' })),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Attributes that were found.' }),
      items: z.array(attribute),
      hint: z.nullable(text({ about: 'Set when the dictionary is empty.' })),
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
    summary: 'List the values of an attribute.',
    scope: 'products.read',
    pin: 'required',
    params: z.object({ key: text({ about: 'Key of the attribute.', min: 1 }) }),
    query: z.object({
      limit: z._default(int({ about: 'At most so many values.', min: 1 }), VALUES_SHOWN),
      offset: z._default(int({ about: 'Values to skip.', min: 0 }), 0),
      includeUsage: z._default(bool({ about: 'Count the active products that have each value.' }), false),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      attrKey: text({ about: 'Key of the attribute.' }),
      totalCount: int({ about: 'Values in all.' }),
      offset: int({ about: 'Values that were skipped.' }),
      usageCountsIncluded: bool({ about: 'Whether the counts are counts; otherwise they are 0 and say nothing.' }),
      items: z.array(value),
    }),
    idempotency: { kind: 'read' },
    errors: [{ status: 404, when: 'No such attribute.' }],
    assumed: ['A5', 'A20', 'B16', 'B17'],
  }),
  create: endpoint({
    id: 'attributes.create',
    method: 'POST',
    path: '/attributes',
    summary: 'Find or create attributes with their values; each row succeeds or fails by itself.',
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
      total: int({ about: 'Rows that were sent.' }),
      failed: int({ about: 'Rows of which nothing was written.' }),
      results: z.array(result),
    }),
    rows: 'each',
    rowKey: { fields: ['key'], again: 'finds' },
    idempotency: { kind: 'natural', why: 'A known key is found and not made again.' },
    errors: [{ status: 400, when: 'No rows.' }],
    assumed: ['A5', 'B9', 'B33', 'N25', 'C13', 'C14', 'C15'],
  }),
}
