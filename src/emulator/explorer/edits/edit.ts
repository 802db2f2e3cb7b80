import type { InputOf, CheckedBody } from '../../../control/operation.ts'
import type { Operations } from '../../../control/operations.ts'
import type { Row } from '../../../storage/columns.ts'
import type { StoreTable } from '../../tables/store-table.ts'

/** A possible change: an operation of the control interface, with the input that the row determines and the input that a form asks for. */
export interface Edit {
  /** Last part of the form's path. */
  readonly name: string
  /** Text of the button. */
  readonly label: string
  readonly operation: keyof Operations
  /** Path parameters and body members that the row determines. */
  readonly input: Readonly<Record<string, unknown>>
  /** Body members that the form asks for, each with its current value. */
  readonly asks: Readonly<Record<string, string>>
}

/** Returns the possible edits of a row in its current state. */
export type RowEdits = (place: StoreTable, row: Row) => Edit[]

interface EditFacts<Name extends keyof Operations> {
  /** Input in addition to the store. */
  readonly input?: Partial<Omit<InputOf<Operations[Name]>, 'store'>>
  readonly asks?: Partial<Readonly<Record<keyof CheckedBody<Operations[Name]> & string, string>>>
}

/** Creates an edit whose members match its operation. */
export function edit<const Name extends keyof Operations>(
  name: string,
  label: string,
  operation: Name,
  { input = {}, asks = {} }: EditFacts<Name>,
): Edit {
  // Each present member has a value. The type only knows that it is optional.
  return { name, label, operation, input, asks: asks as Readonly<Record<string, string>> }
}

/** Adds the store to an edit's input. */
export function editIn({ store }: StoreTable, made: Edit): Edit {
  return { ...made, input: { store: store.code, ...made.input } }
}
