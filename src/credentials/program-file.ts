import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The file that runs as the keychain process: beside `from` in the sources; in the published bundle, where `from` may be any chunk, the nearest
 * `credentials/keychain-program.js` above it.
 */
export function programFile(from: string): string {
  if (from.endsWith('.ts')) return fileURLToPath(new URL('keychain-program.ts', from))
  for (let up = './', depth = 0; depth < 6; up += '../', depth++) {
    const file = fileURLToPath(new URL(`${up}credentials/keychain-program.js`, from))
    if (existsSync(file)) return file
  }
  return fileURLToPath(new URL('credentials/keychain-program.js', from))
}
