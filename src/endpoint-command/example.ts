import type { EndpointFacts } from '../catalog/endpoint.ts'
import { fieldsOf } from './fields.ts'

/** Examples of a call for its help page. */
export function exampleOf(endpoint: EndpointFacts): string[] {
  const [resource = '', verb = ''] = endpoint.id.split('.')
  const params = fieldsOf(endpoint.params).map(({ isText, name }) => (isText && name !== 'id' ? 'my-ref' : '42'))
  const values = [...params, ...(endpoint.upload === undefined ? [] : ['photo.jpg'])]
  const command = ['<%= config.bin %> call', resource, verb, ...values].join(' ')
  const pin = endpoint.pin === 'required' ? ' --region tr' : ''
  const body = endpoint.body === undefined ? '' : ' --data @body.json'
  return [`${command}${pin}${body}`, `${command}${pin}${body} --json`]
}
