import { redactSecrets } from '../../protocol/redact.ts'
import { cut } from '../../text/cut.ts'

export type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Logs an event with ids, codes and counts. Never pass tokens, secrets, names or addresses of people. */
export type Log = (event: string, fields?: Fields) => void

/** Maximum length of an error message in a log or page. */
const LONGEST = 300

/**
 * Creates a log with one line per entry: JSON, or `event key=value` for developers. Control
 * characters are escaped, so no value can start a new line.
 */
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

/** Message of a thrown value, without secrets, email addresses and URL queries. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' && message !== '' ? masked(message) : 'unknown'
}

/** Untrusted text, masked for logs and pages. */
export function masked(text: string): string {
  const plain = redactSecrets(text)
    .replaceAll(/[^\s@"'<>]{1,64}@[^\s@"'<>]{1,200}/g, '…@…')
    .replaceAll(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1')
  return cut(plain, LONGEST)
}

/** Position in the app's source where the error was thrown, such as `src/order-paid.ts:20`. */
export function findSource(error: unknown): { readonly at?: string } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const own = stack.split('\n').filter((line) => !line.includes('node_modules'))
  const [, at] = own.map((line) => /.*\/((?:src|test|app)\/[\w./-]+:\d+):\d+\)?$/.exec(line)).find(Boolean) ?? []
  return at === undefined ? {} : { at }
}
