import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import type { ArgInput, FlagInput } from '@oclif/core/interfaces'

import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { valuesText } from '../../catalog/fields.ts'
import { bodyFlags, debugFlag, installFlags, yesFlag } from '../../cli/flags.ts'
import { callFlags } from './call-flags.ts'
import { listFields, type Field } from './fields.ts'

const allRegionsFlag = {
  region: Flags.string({
    summary: 'Region id, code, country or currency. "all" sends one request per region.',
    helpValue: '<region|all>',
  }),
}

const exampleFlag = {
  example: Flags.boolean({ summary: 'Print an example body for --data, without sending a request.' }),
}

const reserved: readonly string[] = [
  'target',
  'json',
  ...Object.keys({ ...exampleFlag, ...installFlags, ...bodyFlags, ...yesFlag, ...debugFlag }),
]

const hashFlag = {
  'no-hash': Flags.boolean({
    summary: 'Send no hash. Each upload stores a new file and is never retried automatically.',
  }),
}

/** Returns path parameters as arguments in the order of the path, then the file of an upload. */
export function endpointArgs({ params, upload }: EndpointFacts): ArgInput {
  const file = upload === undefined ? [] : [{ name: 'file', about: upload.about }]
  return Object.fromEntries(
    [...listFields(params), ...file].map(({ name, about }) => [
      name,
      Args.string({ required: true, description: about }),
    ]),
  )
}

/** Returns query fields and scalar body fields as flags, then the flags of every call. The query of an upload is the hash, which is not typed. */
export function endpointFlags(endpoint: EndpointFacts): FlagInput {
  const isUpload = endpoint.upload !== undefined
  const own = [
    ...listFields(isUpload ? undefined : endpoint.query).map((field) => [field.flag, buildFlag(field, false)] as const),
    ...listScalars(endpoint).map((field) => [field.flag, buildFlag(field, true)] as const),
  ]
  return {
    // An endpoint's field overrides a common flag: `--limit` of attribute values is the platform's.
    ...callFlags(endpoint),
    ...Object.fromEntries(own),
    ...(endpoint.body === undefined ? {} : bodyFlags),
    ...(endpoint.example === undefined ? {} : exampleFlag),
    ...(endpoint.method === 'GET' ? {} : yesFlag),
    ...installFlags,
    ...(isRegional(endpoint) ? allRegionsFlag : {}),
    ...debugFlag,
    ...(isUpload ? hashFlag : {}),
  }
}

/** Returns whether a call may be sent to every region in one command. */
function isRegional({ method, pin }: EndpointFacts): boolean {
  return method === 'GET' && (pin === 'required' || pin === 'optional')
}

/** Returns the body fields that a flag can hold; lists and objects need --data or -F. */
export function listScalars(endpoint: EndpointFacts): Field[] {
  return listFields(endpoint.body).filter(
    ({ type, flag }) => type !== 'array' && type !== 'object' && !reserved.includes(flag),
  )
}

function buildFlag(field: Field, isInBody: boolean) {
  const { type, min, max, options } = field
  const summary = summarize(field, isInBody)
  if (type === 'bool') return Flags.boolean({ summary, allowNo: true })
  // The platform fills in defaults, so a field that was not typed is not sent.
  if (type === 'int') {
    const bounds = { ...(min === undefined ? {} : { min }), max: max ?? Number.MAX_SAFE_INTEGER }
    return Flags.integer({ summary, helpValue: '<n>', ...bounds })
  }
  return options === undefined
    ? Flags.string({ summary, helpValue: helpValues[type] ?? '<text>' })
    : Flags.string({ summary, options: [...options] })
}

const helpValues: Partial<Record<Field['type'], string>> = { long: '<id>', decimal: '<number>', 'date-time': '<time>' }

function summarize({ about, values, default: value, isRequired }: Field, isInBody: boolean): string {
  // oclif marks required flags; a body field may come from --data too.
  const mark = isRequired ? (isInBody ? '(required, as a flag or in --data) ' : '(required) ') : ''
  const meanings = values === undefined ? '' : ` ${valuesText(values)}`
  return `${mark}${about}${meanings}${value === undefined ? '' : ` Default: ${value}.`}`
}
