import * as Args from '@oclif/core/args'

import { readId } from '../tasks/record-id.ts'

/** The number of a delivery of the journal. Any other text raises `usage.invalid`. */
export const deliveryNumber = Args.custom<number>({
  parse: async (text) => readId(text, 'delivery', 'app webhook list'),
  description: 'Number of the delivery.',
})

/** The number of a fault of the emulator. Any other text raises `usage.invalid`. */
export const faultNumber = Args.custom<number>({
  parse: async (text) => readId(text, 'fault', 'app emulator fault list'),
})
