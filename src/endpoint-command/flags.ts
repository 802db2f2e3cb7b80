import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import type { ArgInput, FlagInput } from '@oclif/core/interfaces'

import type { EndpointFacts } from '../catalog/endpoint.ts'
import { fieldsOf, type Field } from './fields.ts'

/** Which install a call is made with. */
export const installFlags = {
  store: Flags.string({ summary: 'Store code or id; the current store when left out.', helpValue: '<code>' }),
  region: Flags.string({ summary: 'Region by id, code, country or currency.', helpValue: '<region>' }),
}

/** Where a body comes from. */
export const bodyFlags = {
  data: Flags.string({ summary: 'JSON body: @file, - for stdin, or the text itself.', helpValue: '<json>' }),
  'raw-field': Flags.string({
    char: 'f',
    multiple: true,
    summary: 'A field of the body as text.',
    helpValue: '<key=value>',
  }),
  field: Flags.string({ char: 'F', multiple: true, summary: 'A field of the body as JSON.', helpValue: '<key=json>' }),
}

export const yesFlag = { yes: Flags.boolean({ char: 'y', summary: 'Write to the live platform without asking.' }) }

const reserved: readonly string[] = ['target', 'json', ...Object.keys({ ...installFlags, ...bodyFlags, ...yesFlag })]

/** Path parameters as arguments, in the order of the path. */
export function endpointArgs(endpoint: EndpointFacts): ArgInput {
  return Object.fromEntries(
    fieldsOf(endpoint.params).map(({ name, about }) => [name, Args.string({ required: true, description: about })]),
  )
}

/** Query fields and scalar fields of the body as flags, then what every call has. */
export function endpointFlags(endpoint: EndpointFacts): FlagInput {
  const own = [...fieldsOf(endpoint.query), ...scalarsOf(endpoint)]
  return {
    ...Object.fromEntries(own.map((field) => [field.flag, flagOf(field)])),
    ...(endpoint.body === undefined ? {} : bodyFlags),
    ...(endpoint.method === 'GET' ? {} : yesFlag),
    ...installFlags,
  }
}

/** Body fields that a flag can hold; lists and objects come by --data or -F. */
export function scalarsOf(endpoint: EndpointFacts): Field[] {
  return fieldsOf(endpoint.body).filter(
    ({ type, flag }) => type !== 'list' && type !== 'object' && !reserved.includes(flag),
  )
}

function flagOf({ type, about, min, max, options, default: value }: Field) {
  const summary = value === undefined ? about : `${about} Default ${value}.`
  if (type === 'bool') return Flags.boolean({ summary, allowNo: true })
  // A default is the platform's to fill in: what nobody asked for is not sent.
  if (type === 'int') {
    return Flags.integer({ summary, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) })
  }
  return options === undefined ? Flags.string({ summary }) : Flags.string({ summary, options: [...options] })
}
