import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import type { ArgInput, FlagInput } from '@oclif/core/interfaces'

import type { EndpointFacts } from '../catalog/endpoint.ts'
import { bodyFlags, debugFlag, installFlags, yesFlag } from '../command/flags.ts'
import { callFlags } from './call-flags.ts'
import { fieldsOf, type Field } from './fields.ts'

const allRegionsFlag = {
  region: Flags.string({
    summary: 'Region by id, code, country or currency; all for each of them, one request a region.',
    helpValue: '<region>',
  }),
}

const reserved: readonly string[] = [
  'target',
  'json',
  ...Object.keys({ ...installFlags, ...bodyFlags, ...yesFlag, ...debugFlag }),
]

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
    // A field of the endpoint wins over a flag of ours: `--limit` of the values of an attribute is the platform's.
    ...callFlags(endpoint),
    ...Object.fromEntries(own.map((field) => [field.flag, flagOf(field)])),
    ...(endpoint.body === undefined ? {} : bodyFlags),
    ...(endpoint.method === 'GET' ? {} : yesFlag),
    ...installFlags,
    ...(isRegional(endpoint) ? allRegionsFlag : {}),
    ...debugFlag,
  }
}

/** Whether a call may be made for every region at once. */
function isRegional({ method, pin }: EndpointFacts): boolean {
  return method === 'GET' && (pin === 'required' || pin === 'optional')
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
