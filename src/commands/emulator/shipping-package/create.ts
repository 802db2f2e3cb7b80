import { operationCommand } from '../../../cli/operation-command.ts'

const shows = '<number>'

export default operationCommand('addShippingPackage', {
  summary: 'Add a shipping package (box) to a store',
  description: "A store's first package is its default.",
  examples: [
    '<%= config.bin %> <%= command.id %> --name Large \\\n    --length 60 --width 40 --height 40 --max-weight 20',
  ],
  spelling: {
    lengthCm: { as: 'length', shows },
    widthCm: { as: 'width', shows },
    heightCm: { as: 'height', shows },
    maxWeightKg: { as: 'max-weight', shows },
    emptyWeightG: { as: 'empty-weight', shows },
    isDefault: { as: 'default' },
  },
  view: (id) => `Added shipping package ${id}.`,
  result: (id) => ({ id }),
})
