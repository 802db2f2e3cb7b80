import type { InputOf, CheckedBody } from '../../../control/operation.ts'
import type { Operations } from '../../../control/operations.ts'
import type { Row } from '../../../storage/columns.ts'
import type { TablePlace } from '../place.ts'

/** A change that can be made: an operation of the control interface, with the input that the row determines and the input that a form asks for. */
export interface Edit {
  /** The last part of the form's address. */
  readonly name: string
  /** On the button. */
  readonly label: string
  readonly operation: keyof Operations
  /** Path parameters and members of the body that the row determines. */
  readonly input: Readonly<Record<string, unknown>>
  /** Members of the body that the form asks for, each with what stands there now. */
  readonly asks: Readonly<Record<string, string>>
}

/** What can be done with a row as it stands. */
export type RowEdits = (place: TablePlace, row: Row) => Edit[]

interface EditFacts<Name extends keyof Operations> {
  /** Beside the store. */
  readonly input?: Partial<Omit<InputOf<Operations[Name]>, 'store'>>
  readonly asks?: Partial<Readonly<Record<keyof CheckedBody<Operations[Name]> & string, string>>>
}

/** An edit whose members are those of its operation. */
export function edit<const Name extends keyof Operations>(
  name: string,
  label: string,
  operation: Name,
  { input = {}, asks = {} }: EditFacts<Name>,
): Edit {
  // Each member that is there has a value: the type only knows that it may be left out.
  return { name, label, operation, input, asks: asks as Readonly<Record<string, string>> }
}

/** The edit as it is made in this store. */
export function editIn({ store }: TablePlace, made: Edit): Edit {
  return { ...made, input: { store: store.code, ...made.input } }
}
