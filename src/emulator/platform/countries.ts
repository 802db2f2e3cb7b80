import { AppError } from '../../errors.ts'

export interface Country {
  readonly code: string
  readonly name: string
  /** A region has exactly one currency (GEN-011). */
  readonly currency: string
  readonly language: string
  /** Standard and reduced rates of the seeded tax rules, in percent as decimal text. */
  readonly tax: readonly [standard: string, reduced: string]
  /** Rough local cost of one euro of the seed. A region's prices are seeded in its own currency and never converted again. */
  readonly priceFactor: string
  readonly city: string
}

const rows: readonly (readonly [string, string, string, string, readonly [string, string], string, string])[] = [
  ['AE', 'United Arab Emirates', 'AED', 'ar', ['5', '0'], '4', 'Dubai'],
  ['AT', 'Austria', 'EUR', 'de', ['20', '10'], '1', 'Wien'],
  ['AU', 'Australia', 'AUD', 'en', ['10', '0'], '1.7', 'Sydney'],
  ['AZ', 'Azerbaijan', 'AZN', 'az', ['18', '0'], '1.9', 'Baku'],
  ['BE', 'Belgium', 'EUR', 'nl', ['21', '6'], '1', 'Brussel'],
  ['BG', 'Bulgaria', 'EUR', 'bg', ['20', '9'], '1', 'Sofia'],
  ['CA', 'Canada', 'CAD', 'en', ['13', '5'], '1.6', 'Toronto'],
  ['CH', 'Switzerland', 'CHF', 'de', ['8.1', '2.6'], '1', 'Bern'],
  ['CZ', 'Czechia', 'CZK', 'cs', ['21', '12'], '25', 'Praha'],
  ['DE', 'Germany', 'EUR', 'de', ['19', '7'], '1', 'Berlin'],
  ['DK', 'Denmark', 'DKK', 'da', ['25', '0'], '7.5', 'Aarhus'],
  ['ES', 'Spain', 'EUR', 'es', ['21', '10'], '1', 'Madrid'],
  ['FI', 'Finland', 'EUR', 'fi', ['25.5', '14'], '1', 'Helsinki'],
  ['FR', 'France', 'EUR', 'fr', ['20', '5.5'], '1', 'Lyon'],
  ['GB', 'United Kingdom', 'GBP', 'en', ['20', '5'], '0.85', 'London'],
  ['GR', 'Greece', 'EUR', 'el', ['24', '13'], '1', 'Athina'],
  ['HU', 'Hungary', 'HUF', 'hu', ['27', '18'], '400', 'Budapest'],
  ['IE', 'Ireland', 'EUR', 'en', ['23', '13.5'], '1', 'Dublin'],
  ['IT', 'Italy', 'EUR', 'it', ['22', '10'], '1', 'Milano'],
  ['NL', 'Netherlands', 'EUR', 'nl', ['21', '9'], '1', 'Utrecht'],
  ['NO', 'Norway', 'NOK', 'nb', ['25', '15'], '11.5', 'Oslo'],
  ['PL', 'Poland', 'PLN', 'pl', ['23', '8'], '4.3', 'Warszawa'],
  ['PT', 'Portugal', 'EUR', 'pt', ['23', '13'], '1', 'Porto'],
  ['QA', 'Qatar', 'QAR', 'ar', ['0', '0'], '4', 'Doha'],
  ['RO', 'Romania', 'RON', 'ro', ['21', '11'], '5', 'Cluj'],
  ['SA', 'Saudi Arabia', 'SAR', 'ar', ['15', '0'], '4', 'Riyadh'],
  ['SE', 'Sweden', 'SEK', 'sv', ['25', '12'], '11', 'Malmö'],
  ['TR', 'Türkiye', 'TRY', 'tr', ['20', '10'], '48', 'İstanbul'],
  ['US', 'United States', 'USD', 'en', ['8.25', '0'], '1.1', 'Austin'],
]

const countries: ReadonlyMap<string, Country> = new Map(
  rows.map(([code, name, currency, language, tax, priceFactor, city]) => [
    code,
    { code, name, currency, language, tax, priceFactor, city },
  ]),
)

/** Returns whether the text has the form of a country code (ISO 3166-1 alpha-2). An app may list any such code, a store only those of `countryOf`. */
export function isCountryCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text)
}

/** Returns the facts of a country in which a store may have a region. Raises `emulator.bad-request` for other countries. */
export function countryOf(code: string): Country {
  const country = countries.get(code)
  if (country) return country
  throw new AppError('emulator.bad-request', `The emulator does not support the country ${JSON.stringify(code)}.`, {
    suggestions: [`Use one of these countries: ${[...countries.keys()].join(', ')}.`],
  })
}

/** Returns a country's local name with its code, or the code alone if no emulated store can have a region there. */
export function countryWords(code: string): string {
  const country = countries.get(code)
  return country === undefined ? code : `${code} (${country.name})`
}
