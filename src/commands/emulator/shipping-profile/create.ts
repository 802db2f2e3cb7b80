import { operationCommand } from '../../../command/operation-command.ts'

export default operationCommand('addShippingProfile', {
  summary: 'Add a shipping profile (tariff) to a store on the emulator; the first one is the default.',
  examples: ['<%= config.bin %> <%= command.id %> --name Heavy --type weight_based'],
  spelling: { profileType: { as: 'type' }, isDefault: { as: 'default' } },
  view: (id) => `Shipping profile ${id} is there.`,
  result: (id) => ({ id }),
})
