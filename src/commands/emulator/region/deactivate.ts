import { regionCommand } from '../../../cli/region-command.ts'

export default regionCommand('deactivate', 'Deactivate a region, so that it cannot be listed or pinned')
