import { Buffer } from 'node:buffer'

import { escapeForeign } from './escape.ts'

/** Text as one word of a POSIX shell: nothing in it can run anything. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A word as a person would type it: bare where no shell reads anything into it, else quoted; foreign characters are escaped. */
export function plainWord(text: string): string {
  return /^[\w./\\:@+-]+$/.test(text) ? text : shellWord(escapeForeign(text))
}

/** Whether bytes are text that neither a terminal nor a shell changes, so that they may stand in a command as they are. */
export function isPlainText(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.from(text, 'utf8').equals(Buffer.from(bytes)) && escapeForeign(text) === text
}

/** Any bytes as the argument of `printf`, which writes exactly these. */
export function printfWord(bytes: Uint8Array): string {
  return shellWord([...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''))
}
