/**
 * Returns whether a package.json script restarts the server on changes, as `app dev` does. Such a watcher outlives the
 * server that it started, so `app check` cannot see that the server exited and waits for its time limit.
 */
export function isWatcher(script: string): boolean {
  return /\b(?:nodemon|ts-node-dev|tsnd|watch)\b|\s--hot\b/.test(script)
}

/** Returns the command of a watching script without its watcher, or null for a script in another form. */
export function withoutWatcher(script: string): readonly string[] | null {
  const [program = '', ...words] = script.trim().split(/\s+/)
  // The command runs without a shell.
  if (/[^\w\s./@:=,+-]/.test(script)) return null
  const rest = words.filter(
    (word) => !/^(?:watch|--watch|--hot|--clear-screen=\w+|--watch-preserve-output)$/.test(word),
  )
  const options = rest.filter((word) => word.startsWith('-'))
  if (rest.length === options.length || options.some((word) => !ofNode.test(word))) return null
  if (program === 'tsx') return ['node', '--import', 'tsx', ...rest]
  if (program === 'nodemon' && options.length === 0 && /\.[cm]?js$/.test(rest[0] ?? '')) return ['node', ...rest]
  return program === 'node' || program === 'bun' ? [program, ...rest] : null
}

/** Options in one word. The value of another option could be taken for the server's file. */
const ofNode =
  /^--(?:env-file|env-file-if-exists|import|require|conditions)=|^--(?:inspect|enable-source-maps|no-warnings|experimental-[\w-]+)$/
