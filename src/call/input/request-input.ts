import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { Form } from '../../client/upload/form.ts'
import type { RowSource } from './csv-rows.ts'

/** Facts of an endpoint that a call needs; a raw call has only these. */
export type CalledFacts = Pick<EndpointFacts, 'id' | 'method' | 'path' | 'pin'> & {
  readonly known: EndpointFacts | null
}

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
