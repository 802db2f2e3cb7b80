import { regionCommand } from '../../../command/region-command.ts'

export default regionCommand('activate', 'Open a closed region of a store on the emulator again.')
