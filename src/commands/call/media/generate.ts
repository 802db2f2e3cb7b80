import { endpointCommand } from '../../../call.ts'
import { media } from '../../../catalog/resources/media.ts'
import { generatedImage } from '../../../views/call/media.ts'

export default endpointCommand(media.generate, generatedImage)
