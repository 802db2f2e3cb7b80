import type { FieldFacts, Fields } from '../../../control/fields.ts'
import type { OperationFacts } from '../../../control/operation.ts'
import { operations } from '../../../control/operations.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import { performOperation } from '../../control/perform-operation.ts'
import { controlRoute } from '../../control/routes.ts'
import type { Edit } from './edit.ts'

/** Performs the operation as its command would, with the same check of the input and the same handler. Raises what the operation raises. */
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

/** The fields that the form of an edit has, as its operation declares them. */
export function askedFields({ operation, asks }: Edit): Fields {
  const { body = {} }: OperationFacts = operations[operation]
  return Object.fromEntries(Object.entries(body === 'open' ? {} : body).filter(([name]) => Object.hasOwn(asks, name)))
}

type Values = Readonly<Record<string, unknown>>

function bodyOf({ body = {} }: OperationFacts, values: Values): Values {
  return body === 'open' ? {} : members(body, values)
}

/** What is not given is left out. */
function members(fields: Fields = {}, values: Values): Values {
  return Object.fromEntries(
    Object.keys(fields)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  )
}

interface TypedField {
  /** What the form sent; null for a box that is not ticked, and for a field that it did not have. */
  readonly typed: string | null
  /** What stood there before. */
  readonly present: string
}

/** What a form sent, as a value of the field; undefined for an optional field that was not changed. An emptied field becomes null or an empty text. */
function typedValue(field: FieldFacts, { typed, present }: TypedField): unknown {
  if (field.kind === 'bool') return typed !== null
  if (typed === null) return undefined
  // A browser sends line ends as CRLF.
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

/** `tr=100`, one a line or with commas. */
function typedMap(typed: string): Values {
  const pairs = typed.split(/[\n,]/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    pairs.map((line) => {
      const [name = '', value = ''] = line.split('=', 2)
      return [name.trim(), value.trim()]
    }),
  )
}
