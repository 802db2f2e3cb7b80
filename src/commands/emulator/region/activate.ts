import { regionCommand } from '../../../command/region-command.ts'

export default regionCommand('activate', 'Activate a closed region of a store again')
