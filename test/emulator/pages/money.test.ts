import { describe, expect, it } from 'vitest'

import { money } from '../../../src/emulator/pages/money.ts'

const turkey = { languageCode: 'tr', countryCode: 'TR', currencyCode: 'TRY' }
const germany = { languageCode: 'de', countryCode: 'DE', currencyCode: 'EUR' }
const britain = { languageCode: 'en', countryCode: 'GB', currencyCode: 'GBP' }

describe('an amount on a page', () => {
  it.each([
    ['14244.62', turkey, undefined, '₺14.244,62'],
    ['14244.62', germany, undefined, '14.244,62\u00a0€'],
    ['14244.6', britain, undefined, '£14,244.60'],
    ['1500', britain, 'JPY', '¥1,500'],
    ['-0.5', turkey, 'USD', '-$0,50'],
    // A float would lose the last digits.
    ['90071992547409931.07', britain, undefined, '£90,071,992,547,409,931.07'],
  ] as const)(
    '%s in %o %s is shown as %s, with the stored value in its title',
    async (amount, region, currency, shown) => {
      const text = String(await money(amount, region, currency))

      expect(text).toBe(
        `<data value="${amount}" title="${amount} ${currency ?? region.currencyCode}" class="">${shown}</data>`,
      )
    },
  )

  it('is rounded to the currency and marked', async () => {
    expect(String(await money('972.053699999999998', turkey))).toBe(
      '<data value="972.053699999999998" title="972.053699999999998 TRY" class="rounded">₺972,05</data>',
    )
  })

  it('is not marked for zeros after the decimals of the currency', async () => {
    expect(String(await money('10.5000', turkey))).toContain('class="">₺10,50<')
  })

  it('stays unchanged if it is not a decimal', async () => {
    expect(String(await money('<1>', turkey))).toContain('>&lt;1&gt; TRY<')
  })
})
