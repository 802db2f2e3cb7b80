import { regionCommand } from '../../../command/region-command.ts'

export default regionCommand(
  'deactivate',
  'Close a region of a store on the emulator: it is then no permitted pin, and in no list of regions.',
)
