import * as Args from '@oclif/core/args'

import { readId } from '../tasks/record-id.ts'

/** The number of a delivery of the journal. Any other text raises `usage.invalid`. */
export const deliveryNumber = Args.custom<number>({
  parse: async (text) => readId(text, 'delivery', 'app webhook list'),
  description: 'Delivery number.',
})

/** The number of a delivery of the journal, or the `eventId` that it bears. Any other text raises `usage.invalid`. */
export const deliveryOrEvent = Args.custom<number | string>({
  parse: async (text) =>
    /^\S*[^\d\s]\S*$/.test(text) && text.length >= 8 ? text : readId(text, 'delivery', 'app webhook list'),
})

/** The number of a fault of the emulator. Any other text raises `usage.invalid`. */
export const faultNumber = Args.custom<number>({
  parse: async (text) => readId(text, 'fault', 'app emulator fault list'),
})
