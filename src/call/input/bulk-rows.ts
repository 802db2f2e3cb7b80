import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { fieldsOf } from './fields.ts'

/** Whether an endpoint writes many rows at once: its body is `{items: rows}` and nothing else. */
export function isBulk(endpoint: EndpointFacts): boolean {
  const [first, ...others] = fieldsOf(endpoint.body)
  return first?.name === 'items' && first.type === 'list' && others.length === 0
}
