import type { Form } from '../../client/upload/form.ts'
import type { RowSource } from './csv-rows.ts'

/** What an endpoint is asked. */
export interface RequestInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | number | boolean>>
  /** JSON text with every digit as it was typed, or a form with a file; undefined for none. */
  readonly body: string | Form | undefined
  /** The rows of a bulk write in place of a body. */
  readonly rows?: RowSource
  /** The file in the form, for a preview. */
  readonly file?: SentFile
  /** What to say of a body that is sent anyway, a sentence each. */
  readonly doubts?: readonly string[]
}

export interface SentFile {
  /** Of the form. */
  readonly field: string
  readonly path: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}
