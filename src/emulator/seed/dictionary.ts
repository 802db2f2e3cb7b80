/** Label of a value or an attribute in each language of the seed. */
type Labels = Readonly<Partial<Record<'tr' | 'de' | 'en', string>>>

/** Attributes of every seeded store. `natural` has no German label, so that a missing translation occurs. */
export const dictionary: readonly {
  readonly key: string
  readonly type: 'attribute' | 'variant'
  readonly labels: Labels
  /** Value key to labels. An attribute without values accepts any text. */
  readonly values: Readonly<Record<string, Labels>>
}[] = [
  {
    key: 'color',
    type: 'variant',
    labels: { tr: 'Renk', de: 'Farbe', en: 'Color' },
    values: {
      red: { tr: 'Kırmızı', de: 'Rot', en: 'Red' },
      blue: { tr: 'Mavi', de: 'Blau', en: 'Blue' },
      natural: { tr: 'Doğal', en: 'Natural' },
    },
  },
  {
    key: 'size',
    type: 'variant',
    labels: { tr: 'Beden', de: 'Größe', en: 'Size' },
    values: {
      s: { tr: 'Küçük', de: 'Klein', en: 'Small' },
      m: { tr: 'Orta', de: 'Mittel', en: 'Medium' },
      l: { tr: 'Büyük', de: 'Groß', en: 'Large' },
    },
  },
  {
    key: 'material',
    type: 'attribute',
    labels: { tr: 'Malzeme', de: 'Material', en: 'Material' },
    values: {
      linen: { tr: 'Keten', de: 'Leinen', en: 'Linen' },
      canvas: { tr: 'Kanvas', de: 'Segeltuch', en: 'Canvas' },
      leather: { tr: 'Deri', de: 'Leder', en: 'Leather' },
      stoneware: { tr: 'Taş seramik', de: 'Steinzeug', en: 'Stoneware' },
      copper: { tr: 'Bakır', de: 'Kupfer', en: 'Copper' },
      wood: { tr: 'Ahşap', de: 'Holz', en: 'Wood' },
      wool: { tr: 'Yün', de: 'Wolle', en: 'Wool' },
      cotton: { tr: 'Pamuk', de: 'Baumwolle', en: 'Cotton' },
    },
  },
  { key: 'care', type: 'attribute', labels: { tr: 'Bakım', de: 'Pflege', en: 'Care' }, values: {} },
]

/** Attributes of each category. `size` is an axis that every T-shirt must have. */
export const bindings: readonly {
  readonly category: string
  readonly key: string
  readonly isRequired?: true
  readonly isMulti?: true
}[] = [
  { category: 'Bags', key: 'material' },
  { category: 'Kitchen', key: 'material' },
  { category: 'Home', key: 'material', isMulti: true },
  { category: 'Home', key: 'care' },
  { category: 'T-shirts', key: 'size', isRequired: true },
  { category: 'T-shirts', key: 'color' },
]
