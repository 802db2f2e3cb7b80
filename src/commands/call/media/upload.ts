import { media } from '../../../catalog/media.ts'
import { uploadCommand } from '../../../endpoint-command/upload-command.ts'
import { uploadedFile } from '../../../views/media.ts'

export default uploadCommand(media.upload, uploadedFile)
