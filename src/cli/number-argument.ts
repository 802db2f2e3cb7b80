import * as Args from '@oclif/core/args'

import { readId } from './values/record-id.ts'

/** Number of a delivery in the journal. Any other text raises `usage.invalid`. */
export const deliveryNumber = Args.custom<number>({
  parse: async (text) => readId(text, 'delivery', 'app webhook list'),
  description: 'Delivery number.',
})

/** Number of a delivery in the journal, or its `eventId`. Any other text raises `usage.invalid`. */
export const deliveryOrEvent = Args.custom<number | string>({
  parse: async (text) =>
    /^\S*[^\d\s]\S*$/.test(text) && text.length >= 8 ? text : readId(text, 'delivery', 'app webhook list'),
})

/** Number of an emulator fault. Any other text raises `usage.invalid`. */
export const faultNumber = Args.custom<number>({
  parse: async (text) => readId(text, 'fault', 'app emulator fault list'),
})
