/** Product names of the larger seeds: department, kinds of goods in it, and typical price in euro cents. */
export const departments: readonly {
  readonly name: string
  readonly kinds: readonly string[]
  readonly cents: number
}[] = [
  { name: 'Bags', kinds: ['Tote bag', 'Backpack', 'Sling bag', 'Weekender', 'Belt bag', 'Shopper'], cents: 3900 },
  { name: 'Kitchen', kinds: ['Mug', 'Bowl', 'Plate', 'Teapot', 'Carafe', 'Pan', 'Board', 'Apron'], cents: 2400 },
  { name: 'Home', kinds: ['Blanket', 'Cushion', 'Candle', 'Vase', 'Lamp', 'Rug', 'Towel', 'Basket'], cents: 3300 },
  { name: 'Paper', kinds: ['Notebook', 'Planner', 'Card set', 'Print', 'Pen', 'Folder'], cents: 1200 },
  { name: 'Garden', kinds: ['Planter', 'Trowel', 'Watering can', 'Seed tray', 'Lantern', 'Stool'], cents: 4500 },
  { name: 'Toys', kinds: ['Blocks', 'Puzzle', 'Kite', 'Train', 'Board game', 'Doll'], cents: 2700 },
]

/** Material words in product names, with the value key of the attribute `material` if it is one of its values. */
export const materials: readonly [Material, ...Material[]] = [
  { word: 'Linen', value: 'linen' },
  { word: 'Canvas', value: 'canvas' },
  { word: 'Leather', value: 'leather' },
  { word: 'Stoneware', value: 'stoneware' },
  { word: 'Copper', value: 'copper' },
  { word: 'Wooden', value: 'wood' },
  { word: 'Wool', value: 'wool' },
  { word: 'Glass', value: null },
  { word: 'Paper', value: null },
]

export const cotton: Material = { word: 'Cotton', value: 'cotton' }

interface Material {
  readonly word: string
  readonly value: string | null
}

export const adjectives = [
  'Plain',
  'Striped',
  'Round',
  'Folding',
  'Tall',
  'Small',
  'Heavy',
  'Soft',
  'Painted',
  'Everyday',
  'Travel',
  'Summer',
  'Winter',
  'Quiet',
  'Bright',
  'Classic',
] as const

/** Given and family names of the larger seeds' customers, invented so that they belong to no real person (N11). */
export const givenNames = ['Ada', 'Bora', 'Clara', 'Deniz', 'Emil', 'Fatma', 'Greta', 'Harun', 'Ines', 'Jonas'] as const
export const familyNames = ['Example', 'Sample', 'Testing', 'Mock', 'Placeholder', 'Fixture', 'Dummy', 'Seed'] as const
