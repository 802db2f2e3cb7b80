import { html } from 'hono/html'

import { scriptAnswer, type Html } from '../pages/page.ts'

/** Path of the script for a page's Copy buttons. Only pages that show a secret load it. */
export const COPY_SCRIPT = '/_copy.js'

/** Shows a secret with a Copy button. Without scripts the button is hidden. */
export function copiedSecret(name: string, secret: string): Html {
  return html`<code>${secret}</code> <button type="button" data-copy hidden aria-label="Copy ${name}">Copy</button>`
}

export function copyScript(): Response {
  return scriptAnswer(script)
}

const script = `
addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent)
      button.textContent = 'Copied'
    })
  }
})
`
