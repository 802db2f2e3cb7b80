import type { Context } from '../../context.ts'

/** Reads the embed token from stdin, without the line end that a shell appends. */
export function readToken({ terminal, readStdin }: Context): string {
  if (terminal.isInteractive) terminal.note('Paste the embed token, then press Enter and Ctrl-D.')
  return new TextDecoder().decode(readStdin()).replace(/\r?\n$/, '')
}
