import { exactWord } from '../text/shell.ts'

export type EnvironmentFormat = 'dotenv' | 'json' | 'shell'

/** Formats variables for a file or a shell. Values contain no control characters: app.toml rejects them, and secrets have a fixed shape. */
export function environmentView(variables: Readonly<Record<string, string>>, format: EnvironmentFormat): string {
  const entries = Object.entries(variables)
  switch (format) {
    case 'json':
      return JSON.stringify(variables, null, 2)
    case 'shell':
      return entries.map(([name, value]) => `export ${name}=${exactWord(value)}`).join('\n')
    case 'dotenv':
      break
  }
  return entries.map(([name, value]) => `${name}=${dotenvValue(value)}`).join('\n')
}

/** Single-quoted values have no escapes, in Node's own parser too. */
function dotenvValue(value: string): string {
  if (/^[\w./:@-]*$/.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}
