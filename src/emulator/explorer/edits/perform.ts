import type { FieldFacts, Fields } from '../../../control/fields.ts'
import type { OperationFacts } from '../../../control/operation.ts'
import { operations } from '../../../control/operations.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import { performOperation } from '../../control/perform-operation.ts'
import { controlRoute } from '../../control/routes.ts'
import type { Edit } from './edit.ts'

/** Runs the operation as its command would, with the same input check and handler. Raises the errors of the operation. */
export async function perform(tools: ControlTools, edit: Edit, form: URLSearchParams): Promise<unknown> {
  const route = controlRoute(edit.operation)
  const { operation } = route
  const typed = Object.entries(askedFields(edit)).map(([name, field]) => [
    name,
    typedValue(field, { typed: form.get(name), present: edit.asks[name] ?? '' }),
  ])
  const values = { ...edit.input, ...Object.fromEntries(typed) }
  const sent = { params: members(operation.params, values), query: {}, body: bodyOf(operation, values) }
  return await performOperation(tools, route, sent)
}

/** Returns the fields of an edit's form, as its operation declares them. */
export function askedFields({ operation, asks }: Edit): Fields {
  const { body = {} }: OperationFacts = operations[operation]
  return Object.fromEntries(Object.entries(body === 'open' ? {} : body).filter(([name]) => Object.hasOwn(asks, name)))
}

type Values = Readonly<Record<string, unknown>>

function bodyOf({ body = {} }: OperationFacts, values: Values): Values {
  return body === 'open' ? {} : members(body, values)
}

/** Omits absent values. */
function members(fields: Fields = {}, values: Values): Values {
  return Object.fromEntries(
    Object.keys(fields)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  )
}

interface TypedField {
  /** Sent value, or null for an unchecked box and for a field that was not in the form. */
  readonly typed: string | null
  /** Value before the edit. */
  readonly present: string
}

/** Converts a sent text to the field's type. Returns undefined for an unchanged optional field. A cleared field becomes null or an empty text. */
function typedValue(field: FieldFacts, { typed, present }: TypedField): unknown {
  if (field.kind === 'bool') return typed !== null
  if (typed === null) return undefined
  // A browser sends line breaks as CRLF.
  const text = typed.replaceAll('\r\n', '\n')
  const isUntouched = text === present && field.isOptional === true
  const isEmpty = text.trim() === ''
  if (isUntouched || (isEmpty && present === '')) return undefined
  return isEmpty && field.isNullable === true ? null : readText(field, text)
}

function readText({ kind }: FieldFacts, text: string): unknown {
  if (kind === 'int') return /^\d{1,15}$/.test(text.trim()) ? Number(text) : text
  return kind === 'map' ? typedMap(text) : text
}

/** Parses entries such as `tr=100`, separated by line ends or commas. */
function typedMap(typed: string): Values {
  const pairs = typed.split(/[\n,]/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    pairs.map((line) => {
      const [name = '', value = ''] = line.split('=', 2)
      return [name.trim(), value.trim()]
    }),
  )
}
