import { AppError } from '../errors.ts'
import { parseAppKey } from '../protocol/app-key.ts'
import { isDeviceName } from '../text/file-name.ts'
import { slugOf } from '../text/slug.ts'

/** The key becomes the name of a folder and of an npm package, which may have 214 characters. */
const MAX_LENGTH = 200

export interface NewAppKey {
  readonly key: string
  readonly company: string
  readonly name: string
}

/** Parses the key of a new app. Raises `scaffold.key-invalid` for an invalid key, or one that cannot be a folder name (T27). */
export function newAppKey(text: string): NewAppKey {
  const wrong = whatIsWrong(text)
  const parsed = parseAppKey(text)
  if (wrong === null && parsed.ok) return parsed
  const shown = text.length > 80 ? `${text.slice(0, 77)}…` : text
  const better = suggestedKey(text)
  throw new AppError(
    'scaffold.key-invalid',
    `${JSON.stringify(shown)} is not an app key because it ${wrong ?? 'is invalid'}. Nothing was written.`,
    {
      suggestions: [
        ...(better === null ? [] : [`app init ${better}`]),
        'Use app.<company>.<name> with lowercase letters, digits and hyphens, such as app.acme.loyalty.',
      ],
    },
  )
}

const reasonWords = {
  'not-text': 'is not text',
  prefix: 'does not start with "app."',
  parts: 'does not have exactly three parts (app.<company>.<name>)',
  characters: 'has characters other than lowercase letters, digits and hyphens',
} as const

/** Suggests a key: `loyalty`, `acme.loyalty` and `app.Acme.Loyalty` become `app.acme.loyalty`. Returns null for other text. */
export function suggestedKey(text: string): string | null {
  // Text longer than a key is not a typo.
  if (text.length > MAX_LENGTH) return null
  const parts = text
    .split('.')
    .map((part) => slugOf(part, 60))
    .filter((part) => part !== '')
  const [first = '', ...rest] = parts[0] === 'app' ? parts.slice(1) : parts
  if (first === '') return null
  const key = rest.length === 0 ? `app.acme.${first}` : `app.${first}.${rest.join('-')}`
  return key !== text && whatIsWrong(key) === null ? key : null
}

/** Returns the problem with a key, as the end of a sentence, or null. */
export function whatIsWrong(text: string): string | null {
  const parsed = parseAppKey(text)
  if (!parsed.ok) return reasonWords[parsed.reason]
  if (text.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`
  const parts = [parsed.company, parsed.name]
  if (parts.some(isDeviceName)) return 'contains a reserved Windows device name'
  if (parts.some((part) => part.startsWith('-') || part.endsWith('-')))
    return 'has a part that starts or ends with a hyphen'
  return null
}
