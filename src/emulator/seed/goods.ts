/** Products of every seeded store. Prices are in euros as decimal text, and each region derives its own from them. */
export const goods: readonly {
  readonly name: string
  readonly category: string
  readonly euro: string
  readonly image: string
  /** Value key of the attribute `material`. */
  readonly material?: string
  /** Set if not published yet. */
  readonly isDraft?: true
}[] = [
  { name: 'Linen tote bag', category: 'Bags', euro: '19.90', image: 'linen-tote.jpg', material: 'linen' },
  { name: 'Canvas backpack', category: 'Bags', euro: '64.00', image: 'canvas-backpack.jpg', material: 'canvas' },
  { name: 'Leather card holder', category: 'Bags', euro: '29.50', image: 'card-holder.jpg', material: 'leather' },
  { name: 'Stoneware mug', category: 'Kitchen', euro: '14.00', image: 'stoneware-mug.jpg', material: 'stoneware' },
  { name: 'Copper coffee pot', category: 'Kitchen', euro: '38.75', image: 'copper-pot.jpg', material: 'copper' },
  { name: 'Olive wood board', category: 'Kitchen', euro: '42.00', image: 'olive-board.jpg', material: 'wood' },
  { name: 'Beeswax candle', category: 'Home', euro: '11.20', image: 'beeswax-candle.jpg' },
  { name: 'Wool blanket', category: 'Home', euro: '89.00', image: 'wool-blanket.jpg', material: 'wool' },
  { name: 'Cotton towel set', category: 'Home', euro: '33.40', image: 'towel-set.jpg', material: 'cotton' },
  { name: 'Dot grid notebook', category: 'Paper', euro: '9.90', image: 'notebook.jpg' },
  { name: 'Brass pen', category: 'Paper', euro: '24.00', image: 'brass-pen.jpg' },
  { name: 'Wall calendar', category: 'Paper', euro: '17.60', image: 'calendar.jpg', isDraft: true },
]

/** Clearly artificial people (decisions N11), so that no name or address belongs to a real person. */
export const people = [
  'Ada Example',
  'Bora Sample',
  'Clara Testing',
  'Deniz Mock',
  'Emil Placeholder',
  'Fatma Fixture',
  'Greta Dummy',
  'Harun Seed',
  'Ines Specimen',
  'Jonas Sandbox',
] as const
