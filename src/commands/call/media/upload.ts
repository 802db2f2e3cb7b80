import { endpointCommand } from '../../../call.ts'
import { media } from '../../../catalog/resources/media.ts'
import { uploadedFile } from '../../../views/call/media.ts'

export default endpointCommand(media.upload, uploadedFile)
