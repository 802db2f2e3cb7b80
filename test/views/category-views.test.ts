import { expect, it } from 'vitest'

import { style } from '../../src/terminal/style.ts'
import { attributeTable, valueTable, writtenAttributes } from '../../src/views/call/attributes.ts'
import {
  bindingTable,
  categoryAttributeTable,
  categoryContent,
  categoryTable,
  createdCategory,
  movedCategory,
  writtenContent,
} from '../../src/views/call/categories.ts'

const piped = { width: 0, style: style(false) }
const screen = { width: 120, style: style(false) }

it('shows categories with their parents, a root without one (CAT-008)', () => {
  const items = [
    { id: 5, name: 'Clothing', parentId: null },
    { id: 6, name: 'Tops', parentId: 5 },
  ]

  expect(categoryTable({ items }, piped)).toBe('5\tClothing\t–\n6\tTops\t5')
  expect(categoryTable({ items: [] }, piped)).toBe('No categories.')
})

it('distinguishes a created category from an existing one (CAT-015)', () => {
  const answer = { success: true, id: 8, slug: 'lamps', status: 'A' }

  expect(createdCategory({ ...answer, created: true }, piped)).toBe('Created category 8 (lamps).')
  expect(createdCategory({ ...answer, created: false }, piped)).toBe(
    'Category 8 (lamps) already existed. Nothing was written.',
  )
})

it('distinguishes a move from a replay (CAT-032 CAT-033)', () => {
  const audit = { id: 3, evidenceDigest: 'e', sourceApp: 'a', regionId: 1, confirmedAt: '2026-11-21T12:00:00Z' }
  const answer = { success: true, categoryId: 1, audit }

  const moved = { ...answer, previousParentId: null, targetParentId: 5, moved: true, idempotent: false }
  const stayed = { ...answer, previousParentId: null, targetParentId: null, moved: false, idempotent: true }

  expect(movedCategory(moved, piped)).toBe('Category 1 is now below 5 (previously at the root, audit 3).')
  expect(movedCategory(stayed, piped)).toBe('Category 1 was already at the root. Nothing was moved.')
})

it('shows the texts as plain text, and the digest that a change requires (CAT-058 CAT-049)', () => {
  const content = {
    categoryId: 1,
    regionId: 2,
    languageCode: 'tr',
    descriptionHtml: '<p>a</p>\n<b>b</b>',
    seoTitle: null,
    seoDescription: 'All bags',
    contentDigest: 'abc',
  }

  expect(categoryContent(content, screen)).toBe(
    [
      'Category         1',
      'Region           2',
      'Language         tr',
      'SEO title        –',
      'SEO description  All bags',
      'Description      <p>a</p>\\n<b>b</b>',
      'Digest           abc',
    ].join('\n'),
  )
})

it('distinguishes changed texts from unchanged ones (CAT-053)', () => {
  const answer = { success: true, categoryId: 1, contentDigest: 'abc', audit: { id: 1, evidenceDigest: 'e' } }

  expect(writtenContent({ ...answer, changed: true }, piped)).toBe(
    'The texts of category 1 were replaced (digest abc).',
  )
  expect(writtenContent({ ...answer, changed: false }, piped)).toBe(
    'The texts of category 1 did not change (digest abc).',
  )
})

const bound = {
  key: 'size',
  label: null,
  attrType: 'variant',
  isVariantAxis: true,
  isRequired: true,
  isMulti: false,
  sortOrder: 1,
  allowedValues: ['s', 'm'],
}

it('shows the required attributes of products in the category (CAT-065 CAT-074)', () => {
  const answer = {
    categoryId: 7,
    requiredVariantAxes: ['size', 'color'],
    items: [
      bound,
      { ...bound, key: 'care', isVariantAxis: false, isRequired: false, isMulti: true, allowedValues: null },
    ],
  }

  expect(categoryAttributeTable(answer, piped)).toBe(
    'size\t–\tvariant\tyes\tyes\tno\ts, m\ncare\t–\tvariant\tno\tno\tyes\tany',
  )
  expect(categoryAttributeTable(answer, screen)).toContain('\nEvery product needs variants, each with: size, color')
  expect(categoryAttributeTable({ ...answer, requiredVariantAxes: [] }, screen)).not.toContain('Every product')
  expect(categoryAttributeTable({ ...answer, items: [] }, screen)).toBe('No attributes bound to this category.')
})

it('shows the result of each binding (CAT-083)', () => {
  const results = [
    { sent: 'care', success: true, key: 'care', attrType: 'attribute' },
    { sent: null, success: false, key: null, attrType: null, message: 'key is missing.' },
  ]

  expect(bindingTable({ success: true, categoryId: 1, total: 2, failed: 1, results }, piped)).toBe(
    'care\tattribute\tyes\t–\n–\t–\tno\tkey is missing.',
  )
})

it('shows the dictionary (ATTR-006)', () => {
  const item = {
    id: 1,
    key: 'color',
    label: 'Renk',
    attrType: 'variant',
    labels: {},
    isVariantAxis: true,
    valueCount: 3,
    categoryIds: [6, 7],
    isRequired: null,
    isMulti: null,
    sortOrder: null,
  }
  const answer = { totalCount: 2, items: [item, { ...item, id: 2, label: null, categoryIds: [] }], hint: null }

  expect(attributeTable(answer, piped)).toBe('1\tcolor\tRenk\tvariant\tyes\t3\t6, 7\n2\tcolor\t–\tvariant\tyes\t3\t–')
  expect(attributeTable({ ...answer, items: [] }, piped)).toBe('No attributes.')
})

it('shows usage only if the platform counted it, because its zeros prove nothing otherwise (ATTR-033)', () => {
  const value = { id: 1, valueKey: 'red', label: null, labels: {}, displayConfig: null, sortOrder: 1, usageCount: 0 }
  const answer = { attrKey: 'color', totalCount: 1, offset: 0, items: [value] }

  expect(valueTable({ ...answer, usageCountsIncluded: false }, piped)).toBe('1\tred\t–')
  expect(valueTable({ ...answer, usageCountsIncluded: true }, piped)).toBe('1\tred\t–\t0')
  expect(valueTable({ ...answer, usageCountsIncluded: false }, screen)).not.toContain('USED')
  expect(valueTable({ ...answer, usageCountsIncluded: true }, screen)).toContain('USED BY')
  expect(valueTable({ ...answer, usageCountsIncluded: true, items: [] }, piped)).toBe('No values.')
})

it('shows the result of each row, and any matchedBy unchanged (ATTR-062 ATTR-063)', () => {
  const row = { sent: 'fit', success: true, id: 5, key: 'fit', attrType: 'attribute', warnings: [] }
  const value = { sent: 'slim', id: 1, valueKey: 'slim', created: true, matchedBy: null }
  const results = [
    { ...row, created: true, matchedBy: null, values: [value, value] },
    { ...row, created: false, matchedBy: 'Birebir', values: [], warnings: ['One.', 'Two.'] },
    { ...row, created: false, matchedBy: 'Anything else', values: [] },
    {
      ...row,
      success: false,
      id: null,
      created: false,
      matchedBy: null,
      values: [],
      code: 'translation_conflict',
      message: 'Other words.',
    },
    { ...row, success: false, id: null, created: false, matchedBy: null, values: [], message: 'No key.' },
  ]

  expect(writtenAttributes({ success: true, total: 5, failed: 2, results }, piped)).toBe(
    [
      'fit\t5\tcreated\t2\t–',
      'fit\t5\tfound (Birebir)\t0\tOne. Two.',
      'fit\t5\tfound (Anything else)\t0\t–',
      'fit\t–\tfailed: translation_conflict\t0\tOther words.',
      'fit\t–\tfailed\t0\tNo key.',
    ].join('\n'),
  )
})
