import type { Form } from '../../client/upload/form.ts'
import type { RowSource } from './csv-rows.ts'

/** Input of an endpoint. */
export interface RequestInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | number | boolean>>
  /** JSON text with every digit as typed, or a form with a file; undefined without a body. */
  readonly body: string | Form | undefined
  /** Rows of a bulk write, instead of a body. */
  readonly rows?: RowSource
  /** The form's file, for a preview. */
  readonly file?: SentFile
  /** Warnings about a body that is sent anyway, one sentence each. */
  readonly doubts?: readonly string[]
}

export interface SentFile {
  /** Name of the form field. */
  readonly field: string
  readonly path: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}
