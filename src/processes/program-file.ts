import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The file of a program of ours that runs as a separate process, such as `credentials/keychain-program`: the nearest one above `from`, which in the published
 * bundle may be any chunk and in the sources is the file of the room that starts it.
 */
export function programFile(from: string, program: string): string {
  const name = from.endsWith('.ts') ? `${program}.ts` : `${program}.js`
  for (let up = './', depth = 0; depth < 6; up += '../', depth++) {
    const file = fileURLToPath(new URL(`${up}${name}`, from))
    if (existsSync(file)) return file
  }
  return fileURLToPath(new URL(name, from))
}
