import { insertRow, prepared } from '../../storage/statements.ts'
import { bindings, dictionary } from './dictionary.ts'
import type { Seeding } from './seeding.ts'

/** Inserts the store's attributes with their values, bound to categories. Returns the ids of the values of `material` by their keys. */
export function seedDictionary(seeding: Seeding, categories: ReadonlyMap<string, number>): Map<string, number> {
  const materials = new Map<string, number>()
  for (const [at, attribute] of dictionary.entries()) {
    const attributeId = insertAttribute(seeding, attribute, at)
    for (const [place, [key, labels]] of Object.entries(attribute.values).entries()) {
      const id = insertValue(seeding, { attributeId, key, labels, place })
      if (attribute.key === 'material') materials.set(key, id)
    }
  }
  bind(seeding, categories)
  return materials
}

type Labels = (typeof dictionary)[number]['labels']

function insertAttribute(seeding: Seeding, { key, type, labels }: (typeof dictionary)[number], at: number): number {
  const id = insertRow(seeding.db, 'attributes', {
    attr_key: key,
    attr_type: type,
    sort_order: (at + 1) * 10,
  })
  insertLabels(seeding, 'attribute_labels (attribute_id, language, label)', id, labels)
  return id
}

interface NewValue {
  readonly attributeId: number
  readonly key: string
  readonly labels: Labels
  readonly place: number
}

function insertValue(seeding: Seeding, { attributeId, key, labels, place }: NewValue): number {
  const id = insertRow(seeding.db, 'attribute_values', {
    attribute_id: attributeId,
    value_key: key,
    sort_order: (place + 1) * 10,
  })
  insertLabels(seeding, 'attribute_value_labels (value_id, language, label)', id, labels)
  return id
}

/** A store has translations only in the languages of its regions. */
function insertLabels({ db, store }: Seeding, into: string, id: number, labels: Labels): void {
  const insert = prepared(db, `INSERT INTO ${into} VALUES (?, ?, ?)`)
  for (const [language, label] of Object.entries(labels)) {
    if (store.regions.some((region) => region.languageCode === language)) insert.run(id, language, label)
  }
}

function bind({ db }: Seeding, categories: ReadonlyMap<string, number>): void {
  const insert = prepared(
    db,
    `INSERT INTO category_attributes (category_id, attribute_id, attr_type, is_required, is_multi, sort_order)
     SELECT ?1, id, attr_type, ?3, ?4, ?5 FROM attributes WHERE attr_key = ?2`,
  )
  for (const [at, { category, key, isRequired, isMulti }] of bindings.entries()) {
    const place = (at + 1) * 10
    insert.run(categories.get(category) ?? null, key, isRequired === true ? 1 : 0, isMulti === true ? 1 : 0, place)
  }
}
