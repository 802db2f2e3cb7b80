import { redactSecrets } from '../protocol/redact.ts'
import { ExactNumber } from '../text/json.ts'

/** Names of fields that identify a person, in any spelling. Deliberately broad, because an export can be sent to others. */
const personal =
  /(^|_)(first|last|full|sur|given|family|user|nick|display|customer|contact|recipient|receiver|company|billing|shipping)?_?(name|names)$|e_?mail|phone|mobile|fax|street|address|city|town|zip|post_?code|postal|district|neighbou?rhood|county|iban|bic|card|vat|tax_?(no|number|id)|identity|passport|national|birth|gender|ip(_?address)?$|latitude|longitude|geo|note|notes|comment|message/i

/** The name of a product, a store or a topic is not personal. */
const harmless = /^(product|store|item|topic|event|brand|category|file|host|region|country|currency)_?name$/i

/**
 * Returns a value with personal data masked: texts of personal fields, and everything that looks like an email address or is long
 * enough to be a phone number. Shape, list lengths, ids, amounts and types stay, so that a schema built from it is correct.
 */
export function maskPersonal(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => maskPersonal(item, name))
  if (value instanceof ExactNumber) return value
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskPersonal(item, key)]))
  }
  if (typeof value !== 'string') return value
  return isPersonal(name) ? masked(value) : hideInText(value)
}

function isPersonal(name: string): boolean {
  const snake = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
  return personal.test(snake) && !harmless.test(snake)
}

function masked(text: string): string {
  if (text === '') return text
  return text.includes('@') ? 'someone@example.com' : 'xxx'
}

function hideInText(text: string): string {
  return redactSecrets(text)
    .replaceAll(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, 'someone@example.com')
    .replaceAll(/\+\d[\d ()/-]{7,18}\d/g, '+00 000 000')
}
