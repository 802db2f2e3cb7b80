import type { EndpointError, EndpointFacts } from './endpoint.ts'
import { commonErrors, messages } from './errors.ts'

const wrongQuery = { status: 400, when: 'A query value is out of range or has the wrong type.' } as const
const wrongBody = {
  status: 400,
  when: 'The body is not readable, or a field is missing or has an invalid value.',
} as const
const unknownRecord = { status: 404, when: 'Unknown id.' } as const

/** Returns every error that an endpoint may return: the common ones that apply, those of its query, body and path, and its own. */
export function possibleErrors({
  scope,
  pin,
  params,
  query,
  body,
  upload,
  errors,
}: EndpointFacts): readonly EndpointError[] {
  const common = commonErrors.filter(
    ({ status, message }) =>
      (status !== 403 || scope !== null) && (message !== messages.pinMissing || pin === 'required'),
  )
  const isOwn = (status: number) => errors.some((error) => error.status === status)
  return [
    ...common,
    ...(query === undefined ? [] : [wrongQuery]),
    ...((body ?? upload) === undefined || isOwn(400) ? [] : [wrongBody]),
    ...(params === undefined || isOwn(404) ? [] : [unknownRecord]),
    ...errors,
  ]
}
