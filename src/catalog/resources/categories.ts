import { endpoint } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { bool, dateTime, filledText, idText, int, long, looseRow, text } from '../fields.ts'
import * as z from '../schema.ts'

const category = z.object({
  id: int({ about: 'Category id.' }),
  name: text({ about: 'Name.' }),
  parentId: z.nullable(int({ about: 'Parent category, null for a root.' })),
})

const createBody = z.object({
  name: filledText({ about: "Name in the region's language." }),
  parentId: z.nullish(long({ about: 'Parent category in this region. Without it, the category is a root.', min: 1 })),
  sortOrder: int({ about: 'Position within its parent, lowest first.' }),
})

/** A place in the tree, said in one of two ways (CAT-022 to CAT-024, N24). */
const place = z
  .object({
    id: z.nullish(long({ about: 'The parent category.', min: 1 })),
    root: z.nullish(bool({ about: 'True for a root.' })),
  })
  .check(z.refine(({ id, root }) => (id == null) === (root === true)))

const confirmed = {
  userConfirmed: bool({ about: 'True: the store owner saw the change and approved it.' }),
  evidence: filledText({ about: 'Description of the approved change. Its digest is stored.' }),
}

const moveBody = z.object({ target: place, expectedCurrent: place, ...confirmed })

const content = {
  descriptionHtml: z.nullable(text({ about: 'HTML, stored unchanged. Sanitize it before you show it.' })),
  seoTitle: z.nullable(text({ about: 'Title for search engines.' })),
  seoDescription: z.nullable(text({ about: 'Description for search engines.' })),
}

const contentBody = z.object({
  ...content,
  expectedCurrentDigest: text({ about: 'contentDigest from the last read.', min: 1 }),
  ...confirmed,
})

const contentDigest = text({ about: 'SHA-256 of the content in this region and language, in hex.' })

const categoryAttribute = z.object({
  key: text({ about: 'Key of the attribute.' }),
  label: z.nullable(text({ about: "In the region's language, null without a translation." })),
  attrType: text({ about: 'attribute and variant are the documented values.' }),
  isVariantAxis: bool({ about: 'Whether variants differ by it.' }),
  isRequired: bool({ about: 'Whether products of this category must have it.' }),
  isMulti: bool({ about: 'Whether it accepts several values.' }),
  sortOrder: int({ about: 'Sort position, lowest first.' }),
  allowedValues: z.nullable(z.array(text({ about: 'A valueKey.' }))),
})

/** What a row of a binding must be. */
export const bindingRow = z.object({
  key: text({ about: 'Key of an attribute in the dictionary.', min: 1 }),
  attrType: text({ about: 'As in the dictionary.', min: 1 }),
  isRequired: bool({ about: 'Whether products of this category must have it.' }),
  isMulti: bool({ about: 'Whether it accepts several values.' }),
  sortOrder: int({ about: 'Sort position, lowest first.' }),
})

const bindingResult = z.object({
  sent: z.nullable(text({ about: 'The key as sent.' })),
  success: bool({ about: 'Whether the attribute is bound now.' }),
  key: z.nullable(text({ about: 'Key of the attribute.' })),
  attrType: z.nullable(text({ about: 'Type of the attribute.' })),
  message: z.optional(text({ about: 'Why it is not bound.' })),
})

const params = z.object({ id: idText({ about: 'Category id.' }) })

const unknown = { status: 404, when: 'Unknown category in this region.' } as const

export const categories = {
  list: endpoint({
    id: 'categories.list',
    method: 'GET',
    path: '/categories',
    summary: 'List the categories of one region or of all.',
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
    summary: 'Create a category, or find it by name and parent.',
    scope: 'products.write',
    pin: 'required',
    body: createBody,
    example: { body: { name: 'Kitchen', sortOrder: 10 } },
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'The category, new or existing.' }),
      created: bool({ about: 'False when it already existed and nothing was written.' }),
      slug: text({ about: 'URL slug.' }),
      status: text({ about: 'A for active.' }),
    }),
    idempotency: {
      kind: 'natural',
      why: 'The same name under the same parent returns the existing category.',
    },
    errors: [{ status: 400, when: 'No name, no sortOrder, or a parentId that is not a category of this region.' }],
    assumed: ['A5', 'B9', 'B31', 'C10'],
  }),
  move: endpoint({
    id: 'categories.move',
    method: 'PUT',
    path: '/categories/{id}/parent',
    summary: 'Move a category to another parent, with owner approval.',
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
      replace: { expectedCurrent: 'the current parent: app call categories list' },
    },
    response: z.object({
      success: z.boolean(),
      categoryId: int({ about: 'The moved category.' }),
      previousParentId: z.nullable(int({ about: 'Its previous parent, null for the root.' })),
      targetParentId: z.nullable(int({ about: 'Its current parent, null for the root.' })),
      moved: bool({ about: 'Whether its parent changed.' }),
      idempotent: bool({ about: 'True when it already had this parent.' }),
      audit: z.object({
        id: int({ about: 'Audit entry.' }),
        evidenceDigest: text({ about: 'SHA-256 of the evidence, hex.' }),
        sourceApp: text({ about: 'App that requested it.' }),
        regionId: int({ about: 'Region of the request.' }),
        confirmedAt: dateTime({ about: 'Time of the change.' }),
      }),
    }),
    idempotency: { kind: 'natural', why: 'A category that is already at its target stays there: moved is false.' },
    errors: [
      unknown,
      {
        status: 400,
        when: 'userConfirmed is not true, evidence is missing, or the target is not a category of this region.',
      },
      {
        status: 409,
        code: codes.categoryParentChanged,
        when: 'Its parent no longer matches expectedCurrent.',
        advice:
          'Check its current parent (app call categories list), ask the owner again, and send that parent as expectedCurrent.',
      },
      { status: 409, when: 'The target is the category itself or a descendant.' },
      { status: 409, when: 'The target already has a category with this name.' },
    ],
    assumed: ['A5', 'B18', 'B31', 'N24', 'C7', 'C10'],
  }),
  content: endpoint({
    id: 'categories.content',
    method: 'GET',
    path: '/categories/{id}/content',
    summary: 'Show the texts of a category in a region',
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
    summary: 'Replace the texts of a category, with owner approval.',
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
      replace: { expectedCurrentDigest: 'contentDigest from: app call categories content <id>' },
    },
    response: z.object({
      success: z.boolean(),
      categoryId: int({ about: 'Category id.' }),
      contentDigest,
      changed: bool({ about: 'false if the texts were equal.' }),
      audit: z.object({
        id: int({ about: 'Audit entry.' }),
        evidenceDigest: text({ about: 'SHA-256 of the evidence, hex.' }),
      }),
    }),
    idempotency: {
      kind: 'natural',
      why: 'Equal texts change nothing. An outdated digest is rejected.',
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
    summary: "List a category's attributes and required variant axes.",
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
    summary: 'Bind dictionary attributes to a category, row by row.',
    scope: 'products.write',
    pin: 'required',
    params,
    // Each row is a `bindingRow`. A wrong one fails alone, so what it must be is checked row by row.
    body: z.object({ items: z.array(looseRow(bindingRow)).check(z.minLength(1)) }),
    example: {
      body: {
        items: [{ key: 'material', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 10 }],
      },
      replace: { 'items[].key': 'an attribute from the dictionary: app call attributes list' },
    },
    response: z.object({
      success: z.boolean(),
      categoryId: int({ about: 'The category.' }),
      total: int({ about: 'Number of rows sent.' }),
      failed: int({ about: 'Number of rows not bound.' }),
      results: z.array(bindingResult),
    }),
    rows: 'each',
    rowKey: { fields: ['key'], again: 'finds' },
    idempotency: { kind: 'natural', why: 'An existing binding stays unchanged.' },
    errors: [unknown, { status: 400, when: 'No rows.' }],
    assumed: ['A5', 'B18', 'B33', 'C11', 'C15'],
  }),
}
