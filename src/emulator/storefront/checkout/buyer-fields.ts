import type { Buyer } from '../../store/orders/order-customer.ts'

export interface BuyerField {
  readonly label: string
  readonly type: 'text' | 'email' | 'tel'
  readonly autocomplete: AutoFill
  readonly isOptional?: true
}

/** Values of the HTML standard, so that browsers fill the fields in and assistive technology identifies them (WCAG 1.3.5). */
type AutoFill = 'email' | 'name' | 'address-line1' | 'postal-code' | 'address-level2' | 'tel'

/** In the form's order. */
export const buyerFields: Readonly<Record<keyof Buyer, BuyerField>> = {
  email: { label: 'Email', type: 'email', autocomplete: 'email' },
  name: { label: 'Full name', type: 'text', autocomplete: 'name' },
  line1: { label: 'Street and number', type: 'text', autocomplete: 'address-line1' },
  postalCode: { label: 'Postal code', type: 'text', autocomplete: 'postal-code' },
  city: { label: 'City', type: 'text', autocomplete: 'address-level2' },
  phone: { label: 'Phone (optional)', type: 'tel', autocomplete: 'tel', isOptional: true },
}

/** Prefills the form, because every visitor of a test store is a developer. The domain is reserved for examples. */
export const testBuyer: Buyer = {
  email: 'test.buyer@example.com',
  name: 'Test Buyer',
  line1: '1 Example Street',
  postalCode: '10000',
  city: 'Example City',
  phone: '',
}

/** Keys of the record above. */
export const buyerFieldNames = Object.keys(buyerFields) as readonly (keyof Buyer)[]

const MOST_CHARACTERS = 200

/** Returns a message for each invalid field, none if the order can be shipped to the buyer. */
export function buyerProblems(buyer: Buyer): ReadonlyMap<keyof Buyer, string> {
  return new Map(
    buyerFieldNames.flatMap((name) => {
      const problem = problemOf(buyerFields[name], buyer[name])
      return problem === null ? [] : [[name, problem] as const]
    }),
  )
}

function problemOf({ label, type, isOptional }: BuyerField, text: string): string | null {
  if (text === '') return isOptional === true ? null : `${label} is missing.`
  if (text.length > MOST_CHARACTERS) return `${label} has more than ${MOST_CHARACTERS} characters.`
  if (/\p{Cc}/u.test(text)) return `${label} has unprintable characters.`
  return type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)
    ? 'Enter an email address with a name, an @ and a domain.'
    : null
}

/** Reads the typed values without surrounding white space. */
export function readBuyer(form: URLSearchParams): Buyer {
  const read = (name: keyof Buyer) => (form.get(name) ?? '').trim()
  return {
    email: read('email'),
    name: read('name'),
    line1: read('line1'),
    postalCode: read('postalCode'),
    city: read('city'),
    phone: read('phone'),
  }
}
