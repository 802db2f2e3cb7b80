import { faulty } from './faulty.ts'
import type { Answer } from './http.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Any text, as text of a page. */
export function escape(text: string | number): string {
  return String(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A whole page, with a script of the app's own origin when one is named. `content` is markup. */
export function page(status: number, given: { title: string; content: string; script?: string }): Answer {
  const { title, content, script } = given
  const name = faulty('web-raw-names') ? title : escape(title)
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${name}</title>${script === undefined ? '' : `<script defer src="${script}"></script>`}</head>
<body><main><h1>${name}</h1>${content}</main></body>
</html>`
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body }
}

/** A page with one sentence. */
export function message(status: number, given: { title: string; text: string; script?: string }): Answer {
  const { title, text, script } = given
  return page(status, { title, content: `<p>${escape(text)}</p>`, ...(script === undefined ? {} : { script }) })
}
