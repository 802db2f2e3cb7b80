import { html } from 'hono/html'

import { scriptAnswer, type Html } from '../pages/page.ts'

/** Brings the Copy buttons of a page to life. Only pages that show a secret load it. */
export const COPY_SCRIPT = '/_copy.js'

/** A secret with a button that copies it; without scripts it is the secret alone. */
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
