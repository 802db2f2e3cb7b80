import type { BodyExample } from '../../catalog/endpoint.ts'
import type { Terminal } from '../../terminal/terminal.ts'

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
