import { exactWord } from '../text/shell.ts'

export type EnvironmentFormat = 'dotenv' | 'json' | 'shell'

/** Variables as text for a file or a shell. Values hold no control characters: they come from app.toml, which allows none, and from secrets of fixed shape. */
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

/** Single quotes are read without any escapes, by Node's own reader too. */
function dotenvValue(value: string): string {
  if (/^[\w./:@-]*$/.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}
