import { redactSecrets } from '../../protocol/redact.ts'
import { cut } from '../../text/cut.ts'

export type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What happened, and about what: ids, codes and counts. Never a token, a secret, a name or an address of a person. */
export type Log = (event: string, fields?: Fields) => void

/** The longest message of an error that a log or page shows. */
const LONGEST = 300

/** One line for each entry: JSON for programs, `event key=value` for a developer. No value can begin a line of its own, because control characters are escaped. */
export function createLog(form: 'json' | 'text', write: (line: string) => void, now: () => Date): Log {
  return (event, fields = {}) =>
    write(form === 'json' ? JSON.stringify({ time: now().toISOString(), event, ...fields }) : line(event, fields))
}

function line(event: string, fields: Fields): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined)
  return [event, ...shown.map(([name, value]) => `${name}=${valueText(value)}`)].join(' ')
}

function valueText(value: Fields[string]): string {
  return typeof value === 'string' && !/^[\w.:/-]+$/.test(value) ? JSON.stringify(value) : String(value)
}

/** The message of anything that was thrown, without secrets, e-mail addresses and queries of addresses. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' && message !== '' ? masked(message) : 'unknown'
}

/** A foreign text as a log or page may show it. */
export function masked(text: string): string {
  const plain = redactSecrets(text)
    .replaceAll(/[^\s@"'<>]{1,64}@[^\s@"'<>]{1,200}/g, '…@…')
    .replaceAll(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1')
  return cut(plain, LONGEST)
}

/** Where in the app's own source it was thrown, as in `src/order-paid.ts:20`. */
export function placeOf(error: unknown): { readonly at?: string } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const own = stack.split('\n').filter((line) => !line.includes('node_modules'))
  const [, at] = own.map((line) => /.*\/((?:src|test|app)\/[\w./-]+:\d+):\d+\)?$/.exec(line)).find(Boolean) ?? []
  return at === undefined ? {} : { at }
}
