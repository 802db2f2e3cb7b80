import type { EndpointFacts } from '../catalog/endpoint.ts'
import { fieldsOf } from './fields.ts'

/** Examples of a call for its help page. */
export function exampleOf(endpoint: EndpointFacts): string[] {
  const [resource = '', verb = ''] = endpoint.id.split('.')
  const params = fieldsOf(endpoint.params).map(({ isText, name }) => (isText && name !== 'id' ? 'my-ref' : '42'))
  const values = [...params, ...(endpoint.upload === undefined ? [] : ['photo.jpg'])]
  const command = ['<%= config.bin %> call', resource, verb, ...values].join(' ')
  const pin = endpoint.pin === 'required' ? ' --region tr' : ''
  const query = fieldsOf(endpoint.query).flatMap((field) => {
    if (field.isRequired) return [` --${field.flag} ${field.isText ? 'my-ref' : '42'}`]
    // The first call of a list by cursor names an instant.
    return field.name === 'updatedAfter' ? [` --${field.flag} 2026-01-01T00:00:00Z`] : []
  })
  const body = endpoint.body === undefined ? '' : ' --data @body.json'
  const line = [command, pin, ...query, body].join('')
  return [line, `${line} --json`]
}
