import type { FieldFacts, Fields } from '../../../control/fields.ts'
import type { OperationFacts } from '../../../control/operation.ts'
import { operations } from '../../../control/operations.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import { controlRoute } from '../../control/routes.ts'
import type { Edit } from './edit.ts'

/** Does it, as the command of the operation would: the same check of what was typed, the same handler. Raises what the operation raises. */
export async function perform(tools: ControlTools, edit: Edit, form: URLSearchParams): Promise<unknown> {
  const { operation, handler, readInput } = controlRoute(edit.operation)
  const typed = Object.entries(askedFields(edit)).map(([name, field]) => [name, typedValue(field, form.get(name))])
  const values = { ...edit.given, ...Object.fromEntries(typed) }
  const input = readInput({ params: members(operation.params, values), query: {}, body: bodyOf(operation, values) })
  return await handler(tools, input)
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

/** What a form sent as its field has it. An empty textbox says nothing; a box that is not ticked is not sent. */
function typedValue({ kind }: FieldFacts, typed: string | null): unknown {
  if (kind === 'bool') return typed !== null
  if (typed === null || typed.trim() === '') return undefined
  if (kind === 'int') return /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : typed
  return kind === 'map' ? typedMap(typed) : typed
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
