import type { UploadedFile, UploadFacts } from '../../catalog/endpoint.ts'
import { joinBytes } from '../../http/bytes.ts'

const encoder = new TextEncoder()

/** A form with one file, ready to send (RFC 7578). */
export class Form {
  /** Includes the boundary. */
  readonly type: string
  readonly bytes: Uint8Array

  constructor(type: string, bytes: Uint8Array) {
    this.type = type
    this.bytes = bytes
  }
}

/** Returns the text before and after a file in a form. The file name is generated: the platform creates its own, and the user's may be confidential. */
export function formFrame(field: string, type: string) {
  // 122 random bits: no file contains them.
  const boundary = `svcapp-${crypto.randomUUID()}`
  const disposition = `Content-Disposition: form-data; name="${field}"; filename="upload"`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    head: encoder.encode(`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  }
}

/** Creates a form from a file in memory. */
export function formOf({ field }: Pick<UploadFacts, 'field'>, file: UploadedFile): Form {
  const { type, head, tail } = formFrame(field, file.type)
  return new Form(type, joinBytes([head, file.bytes, tail]))
}
