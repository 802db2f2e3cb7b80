import { regionCommand } from '../../../cli/region-command.ts'

export default regionCommand('activate', "Activate a store's deactivated region again")
