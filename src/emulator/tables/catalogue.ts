import { bool, int, json, storeTable, text, to, type Table } from './table.ts'

export const catalogueTables: Readonly<Record<string, Table>> = {
  categories: storeTable({
    about: 'A category. Without a region, it exists in all regions.',
    key: ['id'],
    label: 'name',
    columns: {
      id: int,
      name: text,
      parent_id: to('categories'),
      region_id: to('regions'),
      slug: text,
      status: text,
      sort_order: int,
      created_by: text,
    },
  }),
  category_contents: storeTable({
    about: 'Category texts in one region and language.',
    key: ['category_id', 'region_id', 'language'],
    columns: {
      category_id: to('categories'),
      region_id: to('regions'),
      language: text,
      description_html: text,
      seo_title: text,
      seo_description: text,
    },
  }),
  category_attributes: storeTable({
    about: 'An attribute for the products in a category.',
    key: ['category_id', 'attribute_id'],
    columns: {
      category_id: to('categories'),
      attribute_id: to('attributes'),
      attr_type: text,
      is_required: bool,
      is_multi: bool,
      sort_order: int,
    },
  }),
  attributes: storeTable({
    about: 'An attribute in the dictionary. A variant attribute is an axis.',
    key: ['id'],
    label: 'attr_key',
    columns: { id: int, attr_key: text, attr_type: text, sort_order: int },
  }),
  attribute_labels: storeTable({
    about: 'An attribute label in one language.',
    key: ['attribute_id', 'language'],
    columns: { attribute_id: to('attributes'), language: text, label: text },
  }),
  attribute_values: storeTable({
    about: 'An allowed attribute value.',
    key: ['id'],
    label: 'value_key',
    columns: { id: int, attribute_id: to('attributes'), value_key: text, display_config: json, sort_order: int },
  }),
  attribute_value_labels: storeTable({
    about: 'A value label in one language.',
    key: ['value_id', 'language'],
    columns: { value_id: to('attribute_values'), language: text, label: text },
  }),
}
