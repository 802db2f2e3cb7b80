export type Fields = Readonly<Record<string, string | number | boolean | null>>

/** What happened, and about what: ids and counts, never a token, a secret, a name or an address of a person. */
export type Log = (event: string, fields?: Fields) => void

/** One line for each entry: JSON for machines, `event key=value` where a developer reads along. Nothing of a value can begin a line of its own. */
export function createLog(form: 'json' | 'text', write: (line: string) => void = console.log): Log {
  return (event, fields = {}) =>
    write(form === 'json' ? JSON.stringify({ time: new Date().toISOString(), event, ...fields }) : line(event, fields))
}

function line(event: string, fields: Fields): string {
  return [event, ...Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`)].join(' ')
}

function shown(value: Fields[string]): string {
  // JSON escapes every control character.
  return typeof value === 'string' && !/^[\w.:/-]+$/.test(value) ? JSON.stringify(value) : String(value)
}

/** The message of whatever was thrown; libraries hand on copies of errors too. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' && message !== '' ? message : 'unknown'
}

/** Where in the sources of this app it was thrown, as in `src/webhooks/order-paid.ts:20`; nothing where the error does not say. */
export function placeOf(error: unknown): { readonly at?: string } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const own = stack.split('\n').filter((line) => !line.includes('node_modules'))
  const [, at] = own.map((line) => /.*\/(src\/[\w./-]+:\d+):\d+\)?$/.exec(line)).find((found) => found !== null) ?? []
  return at === undefined ? {} : { at }
}
