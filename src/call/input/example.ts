import type { BodyExample, EndpointFacts } from '../../catalog/endpoint.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { listFields } from './fields.ts'
import { listScalars } from './flags.ts'

/** Returns whether `--example` was typed. It is checked before the command line is parsed, because an example needs no arguments. */
export function asksForExample(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--example')
}

/** Writes the body to stdout, ready to store and send, and what must be replaced in it to stderr. */
export function showExample(terminal: Pick<Terminal, 'out' | 'note'>, { body, replace = {} }: BodyExample): void {
  terminal.out(JSON.stringify(body, null, 2))
  for (const [path, how] of Object.entries(replace)) terminal.note(`Replace ${path} with ${how}.`)
}

/** Width that a help page has after `  $ ` in a terminal of 80 columns. */
const ROOM = 76

/** Returns examples of a call for its help page, each within the width of a line. */
export function exampleOf(endpoint: EndpointFacts): string[] {
  const [resource = '', verb = ''] = endpoint.id.split('.')
  const params = listFields(endpoint.params).map(({ isText, name }) => (isText && name !== 'id' ? 'my-ref' : '42'))
  const values = [...params, ...(endpoint.upload === undefined ? [] : ['photo.jpg'])]
  const command = ['<%= config.bin %> call', resource, verb, ...values].join(' ')
  const pin = endpoint.pin === 'required' ? ' --region tr' : ''
  const query = listFields(endpoint.query).flatMap((field) => {
    if (field.isRequired) return [` --${field.flag} ${field.isText ? 'my-ref' : '42'}`]
    // The first call of a list by cursor needs a start time.
    return field.name === 'updatedAfter' ? [` --${field.flag} 2026-01-01T00:00:00Z`] : []
  })
  const line = [command, pin, ...query].join('')
  const asJson = `${line}${endpoint.body === undefined ? '' : ' --data @body.json'} --json`
  return [...bodyExamples(endpoint, line), ...(fits(asJson) ? [asJson] : [])]
}

function fits(line: string): boolean {
  return line.replaceAll('<%= config.bin %>', 'app').length <= ROOM
}

/** Returns the body as flags if each member has one and the required ones fit in a line; otherwise as a file that `--example` creates. */
function bodyExamples({ id, example, ...endpoint }: EndpointFacts, line: string): string[] {
  if (endpoint.body === undefined) return [line]
  const fields = new Map(listScalars({ id, ...endpoint }).map((field) => [field.name, field]))
  const members = Object.entries(example?.body ?? {})
  const isFlat = members.length > 0 && members.every(([name]) => fields.has(name))
  const flags = members.map(([name, value]) => ({
    isRequired: fields.get(name)?.isRequired === true,
    text: flagText(fields.get(name)?.flag ?? name, value),
  }))
  const whole = isFlat ? fitting(line, flags) : null
  if (whole !== null) return [whole]
  const made = `<%= config.bin %> call ${id.replace('.', ' ')} --example > body.json`
  return [`${line} --data @body.json`, ...(example === undefined ? [] : [made])]
}

interface ShownFlag {
  readonly isRequired: boolean
  readonly text: string
}

/**
 * Returns the line with all required flags and as many optional ones as fit. Flags that need more
 * room are on further lines; null if a line is still too long.
 */
function fitting(line: string, flags: readonly ShownFlag[]): string | null {
  const joined = (shown: readonly ShownFlag[]) => [line, ...shown.map(({ text }) => text)].join(' ')
  const shown = new Set(flags.filter(({ isRequired }) => isRequired))
  for (const flag of flags) {
    const more = flags.filter((one) => shown.has(one) || one === flag)
    if (fits(joined(more))) shown.add(flag)
  }
  const whole = joined(flags.filter((flag) => shown.has(flag)))
  if (shown.size === 0) return null
  return fits(whole) ? whole : broken(line, [...shown])
}

/** Breaks the line so that a shell joins it again. */
function broken(line: string, flags: readonly ShownFlag[]): string | null {
  const lines = flags.reduce<string[]>(
    (done, { text }) => {
      const longer = `${done.at(-1)} ${text}`
      return longer.length <= ROOM - ' \\'.length ? [...done.slice(0, -1), longer] : [...done, `    ${text}`]
    },
    ['   '],
  )
  const below = lines.filter((one) => one.trim() !== '')
  const isNarrow = below.every((one) => one.length <= ROOM - ' \\'.length)
  return isNarrow ? [line, ...below].join(' \\\n') : null
}

function flagText(flag: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? `--${flag}` : `--no-${flag}`
  const text = String(value)
  return `--${flag} ${/^[\w.:-]+$/.test(text) ? text : `"${text}"`}`
}
