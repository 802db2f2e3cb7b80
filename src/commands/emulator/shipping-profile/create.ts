import { operationCommand } from '../../../cli/operation-command.ts'

export default operationCommand('addShippingProfile', {
  summary: 'Add a shipping profile (tariff) to a store',
  description: "A store's first profile is its default.",
  examples: ['<%= config.bin %> <%= command.id %> --name Heavy --type weight_based'],
  spelling: { profileType: { as: 'type' }, isDefault: { as: 'default' } },
  view: (id) => `Added shipping profile ${id}.`,
  result: (id) => ({ id }),
})
