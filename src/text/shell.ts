import { escapeForeign } from './escape.ts'

interface MaybeNode {
  readonly process?: { readonly platform?: string }
}

/** Path separator. Not imported from Node, because the kit loads this file in other runtimes too. */
const sep = (globalThis as MaybeNode).process?.platform === 'win32' ? '\\' : '/'

/** Quotes text as one word of a POSIX shell, so that it cannot run a command. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Quotes text as one literal word of a POSIX shell, without quotes if no shell interprets it. */
export function exactWord(text: string): string {
  return isBare(text) ? text : shellWord(text)
}

/** Quotes a word of a command for pasting: like `exactWord`, but untrusted characters are escaped. If a backslash separates folders, it stays unquoted. */
export function plainWord(text: string, separator: string = sep): string {
  const looked = separator === '\\' ? text.replaceAll('\\', '/') : text
  return isBare(looked) ? text : shellWord(escapeForeign(text))
}

function isBare(text: string): boolean {
  return /^[\w./:@+-]+$/.test(text)
}

/** Returns whether bytes are text that neither a terminal nor a shell changes, so that a command may contain them unchanged. */
export function isPlainText(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(text)
  const isUtf8 = again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
  return isUtf8 && escapeForeign(text) === text
}

/** Returns bytes as the argument of `printf`, which writes exactly these. */
export function printfWord(bytes: Uint8Array): string {
  return shellWord([...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''))
}
