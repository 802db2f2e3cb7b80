import { endpoint } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { bool, dateTime, filledText, idText, int, long, looseRow, text } from '../fields.ts'
import * as z from '../schema.ts'

const category = z.object({
  id: int({ about: 'Category id.' }),
  name: text({ about: 'Name.' }),
  parentId: z.nullable(int({ about: 'Parent category. null for a root category.' })),
})

const createBody = z.object({
  name: filledText({ about: "Name in the region's language." }),
  parentId: z.nullish(
    long({ about: 'Parent category in this region. Default: none, which creates a root category.', min: 1 }),
  ),
  sortOrder: int({ about: 'Sort order under the parent, smallest first.' }),
})

/** A position in the tree, given in one of two ways (CAT-022 to CAT-024, N24). */
const place = z
  .object({
    id: z.nullish(long({ about: 'Parent category.', min: 1 })),
    root: z.nullish(bool({ about: 'true for a root category.' })),
  })
  .check(z.refine(({ id, root }) => (id == null) === (root === true)))

const confirmed = {
  userConfirmed: bool({ about: 'Must be true. Confirms that the store owner saw and approved the change.' }),
  evidence: filledText({ about: 'Text that the owner approved. Its digest is stored.' }),
}

const moveBody = z.object({ target: place, expectedCurrent: place, ...confirmed })

const content = {
  descriptionHtml: z.nullable(text({ about: 'Unsanitized HTML. Clean it before you display it.' })),
  seoTitle: z.nullable(text({ about: 'Title for search engines.' })),
  seoDescription: z.nullable(text({ about: 'Description for search engines.' })),
}

const contentBody = z.object({
  ...content,
  expectedCurrentDigest: text({ about: 'contentDigest of the current content.', min: 1 }),
  ...confirmed,
})

const contentDigest = text({ about: 'SHA-256 of the content in this region and language, in hex.' })

const categoryAttribute = z.object({
  key: text({ about: 'Attribute key.' }),
  label: z.nullable(text({ about: "Label in the region's language. null without a translation." })),
  attrType: text({
    about: 'Type. Documented values: attribute (describes a product) and variant (separates variants).',
  }),
  isVariantAxis: bool({ about: 'Whether variants differ by this attribute.' }),
  isRequired: bool({ about: 'Whether products in this category must have the attribute.' }),
  isMulti: bool({ about: 'Whether the attribute accepts several values.' }),
  sortOrder: int({ about: 'Sort order, smallest first.' }),
  allowedValues: z.nullable(z.array(text({ about: 'Value key.' }))),
})

/** Schema of a row of a binding. */
export const bindingRow = z.object({
  key: text({ about: 'Key of an attribute in the dictionary.', min: 1 }),
  attrType: text({ about: 'Type, as in the dictionary.', min: 1 }),
  isRequired: bool({ about: 'Whether products in this category must have the attribute.' }),
  isMulti: bool({ about: 'Whether the attribute accepts several values.' }),
  sortOrder: int({ about: 'Sort order, smallest first.' }),
})

const bindingResult = z.object({
  sent: z.nullable(text({ about: 'Key as sent.' })),
  success: bool({ about: 'Whether the attribute is now bound.' }),
  key: z.nullable(text({ about: 'Attribute key.' })),
  attrType: z.nullable(text({ about: 'Attribute type.' })),
  message: z.optional(text({ about: 'Reason, if the attribute is not bound.' })),
})

const params = z.object({ id: idText({ about: 'Category id.' }) })

const unknown = { status: 404, when: 'Unknown category in this region.' } as const

export const categories = {
  list: endpoint({
    id: 'categories.list',
    method: 'GET',
    path: '/categories',
    summary: 'List the categories of one or all regions',
    scope: 'products.read',
    pin: 'optional',
    response: z.object({ success: z.optional(z.boolean()), items: z.array(category) }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A6', 'A20'],
  }),
  create: endpoint({
    id: 'categories.create',
    method: 'POST',
    path: '/categories',
    summary: 'Create a category, or find the existing one',
    scope: 'products.write',
    pin: 'required',
    body: createBody,
    example: { body: { name: 'Kitchen', sortOrder: 10 } },
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'Id of the new or existing category.' }),
      created: bool({ about: 'false if the category existed and nothing was written.' }),
      slug: text({ about: 'Name in URLs.' }),
      status: text({ about: 'A means active.' }),
    }),
    idempotency: {
      kind: 'natural',
      why: 'The same name under the same parent returns the existing category.',
    },
    errors: [{ status: 400, when: 'name or sortOrder is missing, or parentId is not a category of this region.' }],
    assumed: ['A5', 'B9', 'B31', 'C10'],
  }),
  move: endpoint({
    id: 'categories.move',
    method: 'PUT',
    path: '/categories/{id}/parent',
    summary: "Move a category, with the store owner's approval",
    scope: 'products.write',
    pin: 'required',
    params,
    body: moveBody,
    example: {
      body: {
        target: { root: true },
        expectedCurrent: { id: 1 },
        userConfirmed: true,
        evidence: 'The owner approved the new tree on Monday.',
      },
      replace: { expectedCurrent: 'the current parent (app call categories list)' },
    },
    response: z.object({
      success: z.boolean(),
      categoryId: int({ about: 'Category id.' }),
      previousParentId: z.nullable(int({ about: 'Previous parent. null for the root.' })),
      targetParentId: z.nullable(int({ about: 'Current parent. null for the root.' })),
      moved: bool({ about: 'Whether the category was moved.' }),
      idempotent: bool({ about: 'true if the category was already at its target.' }),
      audit: z.object({
        id: int({ about: 'Audit entry id.' }),
        evidenceDigest: text({ about: 'SHA-256 of the evidence, in hex.' }),
        sourceApp: text({ about: 'App that requested the change.' }),
        regionId: int({ about: 'Region of the request.' }),
        confirmedAt: dateTime({ about: 'Time of the change.' }),
      }),
    }),
    idempotency: { kind: 'natural', why: 'A category that is already at its target is not moved, and moved is false.' },
    errors: [
      unknown,
      {
        status: 400,
        when: 'userConfirmed is not true, evidence is missing, or the target is not a category of this region.',
      },
      {
        status: 409,
        code: codes.categoryParentChanged,
        when: 'The category is no longer under expectedCurrent.',
        advice:
          'Read the current parent (app call categories list), ask the owner again, and send that parent as expectedCurrent.',
      },
      { status: 409, when: 'The target is the category itself or a category below it.' },
      { status: 409, when: 'The target already contains a category with this name.' },
    ],
    assumed: ['A5', 'B18', 'B31', 'N24', 'C7', 'C10'],
  }),
  content: endpoint({
    id: 'categories.content',
    method: 'GET',
    path: '/categories/{id}/content',
    summary: "Show a category's texts in a region",
    scope: 'products.read',
    pin: 'required',
    params,
    response: z.object({
      success: z.optional(z.boolean()),
      categoryId: int({ about: 'Category id.' }),
      regionId: int({ about: 'Region of the texts.' }),
      languageCode: text({ about: 'Language of the texts.' }),
      ...content,
      contentDigest,
    }),
    idempotency: { kind: 'read' },
    errors: [unknown],
    assumed: ['A5', 'A20', 'B18', 'B32', 'C8'],
  }),
  'set-content': endpoint({
    id: 'categories.set-content',
    method: 'PUT',
    path: '/categories/{id}/content',
    summary: "Replace a category's texts, with the owner's approval",
    scope: 'products.write',
    pin: 'required',
    params,
    body: contentBody,
    example: {
      body: {
        descriptionHtml: '<p>Mugs and plates.</p>',
        seoTitle: 'Kitchenware',
        seoDescription: 'Mugs, plates and bowls.',
        expectedCurrentDigest: '0'.repeat(64),
        userConfirmed: true,
        evidence: 'The owner approved the text on Monday.',
      },
      replace: { expectedCurrentDigest: 'the contentDigest from `app call categories content <id>`' },
    },
    response: z.object({
      success: z.boolean(),
      categoryId: int({ about: 'Category id.' }),
      contentDigest,
      changed: bool({ about: 'false if the texts were already equal.' }),
      audit: z.object({
        id: int({ about: 'Audit entry id.' }),
        evidenceDigest: text({ about: 'SHA-256 of the evidence, in hex.' }),
      }),
    }),
    idempotency: {
      kind: 'natural',
      why: 'A repeated call has an outdated digest, so it returns 409 and changes nothing.',
    },
    errors: [
      unknown,
      { status: 400, when: 'A field is missing, or userConfirmed is not true.' },
      {
        status: 409,
        code: codes.categoryContentChanged,
        when: 'expectedCurrentDigest is outdated.',
        advice:
          'Read the texts again (app call categories content <id>), ask the owner again, and send their contentDigest as expectedCurrentDigest.',
      },
    ],
    assumed: ['A5', 'B18', 'B31', 'B32', 'N31', 'C7', 'C8', 'C9'],
  }),
  attributes: endpoint({
    id: 'categories.attributes',
    method: 'GET',
    path: '/categories/{id}/attributes',
    summary: "List a category's attributes and its variant axes",
    scope: 'products.read',
    pin: 'required',
    params,
    response: z.object({
      success: z.optional(z.boolean()),
      categoryId: int({ about: 'Category id.' }),
      requiredVariantAxes: z.array(text({ about: 'Key of an axis that each variant must have.' })),
      items: z.array(categoryAttribute),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [unknown],
    assumed: ['A5', 'A20', 'B18', 'C12'],
  }),
  'bind-attributes': endpoint({
    id: 'categories.bind-attributes',
    method: 'POST',
    path: '/categories/{id}/attributes',
    summary: 'Bind attributes from the dictionary to a category',
    scope: 'products.write',
    pin: 'required',
    params,
    // Each row is a `bindingRow`. An invalid one fails alone, so rows are validated one by one.
    body: z.object({ items: z.array(looseRow(bindingRow)).check(z.minLength(1)) }),
    example: {
      body: {
        items: [{ key: 'material', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 10 }],
      },
      replace: { 'items[].key': 'an attribute from the dictionary (app call attributes list)' },
    },
    response: z.object({
      success: z.boolean(),
      categoryId: int({ about: 'Category id.' }),
      total: int({ about: 'Number of rows sent.' }),
      failed: int({ about: 'Number of failed rows.' }),
      results: z.array(bindingResult),
    }),
    rows: 'each',
    rowKey: { fields: ['key'], again: 'finds' },
    idempotency: { kind: 'natural', why: 'An existing binding is unchanged.' },
    errors: [unknown, { status: 400, when: 'The body has no rows.' }],
    assumed: ['A5', 'B18', 'B33', 'C11', 'C15'],
  }),
}
