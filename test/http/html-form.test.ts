import { expect, it } from 'vitest'

import { formBody, readForm, readRejectionText } from '../../src/http/html-form.ts'

const page = `
<form method="get" action="/search"><input name="q"></form>
<form method="post" action="/region"><input type="hidden" name="regionId" value="1"></form>
<form id=consent method='POST' action="/x/approve?a=1&amp;b=/approve">
  <input type="hidden" name="form_token" value="a&amp;b&quot;&#39;&#x2b;" />
  <input type="checkbox" name="scope" value="orders.read" checked />
  <input type="checkbox" name="scope" value="off" />
  <input type="hidden" name="scope" value="products.read"><input type="checkbox" checked disabled name="no">
  <input type="checkbox" name="bare" checked>
  <button name="go" value="1">Approve</button>
</form>`

it('reads the form as a browser would submit it', () => {
  expect(readForm(page, '/approve')).toEqual({
    action: '/x/approve?a=1&b=/approve',
    fields: [
      ['form_token', 'a&b"\'+'],
      ['scope', 'orders.read'],
      ['scope', 'products.read'],
      ['bare', 'on'],
    ],
  })
  expect(readForm('<p>Nothing</p>', '/approve')).toBeNull()
  expect(readForm(page, '/deny')).toBeNull()
})

it('writes a space as %20 and keeps a plus', () => {
  expect(formBody([['a', 'b c+d&e']])).toBe('a=b%20c%2Bd%26e')
})

it('shows the message of the page as the rejection', () => {
  expect(readRejectionText('<title>x</title><p class="error">Not &amp; <b>this</b></p><p>more</p>')).toBe('Not & this')
  expect(readRejectionText('redirect_uri is not registered.')).toBe('redirect_uri is not registered.')
  expect(readRejectionText('<head><style>a{}</style></head><h1>No</h1>')).toBe('No')
})
