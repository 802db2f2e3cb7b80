import { uploadCommand } from '../../../call/send/upload-command.ts'
import { media } from '../../../catalog/resources/media.ts'
import { uploadedFile } from '../../../views/call/media.ts'

export default uploadCommand(media.upload, uploadedFile)
