import { escapeForeign } from './escape.ts'

interface MaybeNode {
  readonly process?: { readonly platform?: string }
}

/** Of paths. Not imported from Node, because the kit loads this file in other runtimes too. */
const sep = (globalThis as MaybeNode).process?.platform === 'win32' ? '\\' : '/'

/** Text as one word of a POSIX shell: nothing in it can run anything. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Text as one word of a POSIX shell that is read as it is, bare where no shell reads anything into it. */
export function exactWord(text: string): string {
  return isBare(text) ? text : shellWord(text)
}

/** A word of a command that a person may paste: as `exactWord`, but foreign characters are escaped. Where a backslash parts folders, it stays bare. */
export function plainWord(text: string, separator: string = sep): string {
  const looked = separator === '\\' ? text.replaceAll('\\', '/') : text
  return isBare(looked) ? text : shellWord(escapeForeign(text))
}

function isBare(text: string): boolean {
  return /^[\w./:@+-]+$/.test(text)
}

/** Whether bytes are text that neither a terminal nor a shell changes, so that they may stand in a command as they are. */
export function isPlainText(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(text)
  const isUtf8 = again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
  return isUtf8 && escapeForeign(text) === text
}

/** Any bytes as the argument of `printf`, which writes exactly these. */
export function printfWord(bytes: Uint8Array): string {
  return shellWord([...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''))
}
