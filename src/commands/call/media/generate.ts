import { media } from '../../../catalog/media.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { generatedImage } from '../../../views/media.ts'

export default endpointCommand(media.generate, generatedImage)
