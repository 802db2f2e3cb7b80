import type { BodyExample, EndpointFacts } from '../../catalog/endpoint.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { fieldsOf } from './fields.ts'
import { scalarsOf } from './flags.ts'

/** Whether `--example` was typed. Asked before the command line is parsed, for an example needs no argument. */
export function asksForExample(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--example')
}

/** The body on stdout, as it can be stored and sent; what must be replaced in it on stderr. */
export function showExample(terminal: Pick<Terminal, 'out' | 'note'>, { body, replace = {} }: BodyExample): void {
  terminal.out(JSON.stringify(body, null, 2))
  for (const [path, how] of Object.entries(replace)) terminal.note(`Replace ${path}: ${how}`)
}

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
  const line = [command, pin, ...query].join('')
  return [
    ...bodyExamples(endpoint, line),
    `${[line, ...(endpoint.body === undefined ? [] : [' --data @body.json'])].join('')} --json`,
  ]
}

/** The body as flags where each member of it has one; else as a file that `--example` begins. */
function bodyExamples({ id, example, ...endpoint }: EndpointFacts, line: string): string[] {
  if (endpoint.body === undefined) return [line]
  const flags = new Map(scalarsOf({ id, ...endpoint }).map(({ name, flag }) => [name, flag]))
  const members = Object.entries(example?.body ?? {})
  const isFlat = members.length > 0 && members.every(([name]) => flags.has(name))
  const made = `<%= config.bin %> call ${id.replace('.', ' ')} --example > body.json`
  if (!isFlat) return [`${line} --data @body.json`, ...(example === undefined ? [] : [made])]
  return [`${line} ${members.map(([name, value]) => flagText(flags.get(name) ?? name, value)).join(' ')}`]
}

function flagText(flag: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? `--${flag}` : `--no-${flag}`
  const text = String(value)
  return `--${flag} ${/^[\w.:-]+$/.test(text) ? text : `"${text}"`}`
}
