import { html } from 'hono/html'
import { expect, it } from 'vitest'

import { errorPage, page } from '../../../src/emulator/pages/page.ts'

it('an error page shows its status, its message with commands as code, and the next step', async () => {
  const answer = await errorPage({
    title: 'Link <expired>',
    message: 'Run `app portal` for <a> new one.',
    status: 403,
    back: { href: '/?a=1&b=2', text: 'Back' },
  })
  const text = await answer.text()

  expect(answer.status).toBe(403)
  expect(text).toContain('<h1>Link &lt;expired&gt;</h1>')
  expect(text).toContain('<p class="status">Error 403</p>')
  expect(text).toContain('<p class="error">Run <code>app portal</code> for &lt;a&gt; new one.</p>')
  expect(text).toContain('<a class="button main" href="/?a=1&amp;b=2">Back</a>')
})

it('sends the lines of a text field unchanged, without indentation between tags', async () => {
  const kept = 'one\n    two'
  const answer = await page({
    title: 'A page',
    body: html`<ul>
      <li><textarea>${kept}</textarea></li>
    </ul>`,
  })

  expect(await answer.text()).toContain(`<ul>\n<li><textarea>${kept}</textarea></li>\n</ul>`)
})
