import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Finds the file of one of our programs that runs as a separate process, such as `credentials/keychain-program`: the
 * nearest one above `from`, which is any chunk in the published bundle and the file that starts the program in the sources.
 */
export function programFile(from: string, program: string): string {
  const name = from.endsWith('.ts') ? `${program}.ts` : `${program}.js`
  for (let up = './', depth = 0; depth < 6; up += '../', depth++) {
    const file = fileURLToPath(new URL(`${up}${name}`, from))
    if (existsSync(file)) return file
  }
  return fileURLToPath(new URL(name, from))
}
