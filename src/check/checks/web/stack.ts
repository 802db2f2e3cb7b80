import { randomBytes } from 'node:crypto'

import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import type { Harness } from '../../harness/harness.ts'
import { readHeader, sentText } from '../../harness/raw-request.ts'
import { askAll, knownPaths } from './visited.ts'

/** Lines that only a stack trace has, in Node, Python, Java, .NET, PHP, Ruby or Go. */
const trace =
  /^\s*at (?:async )?(?:[\w$.<>[\] ]+ \()?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\n]*:\d+|Traceback \(most recent call last\)|^\s*at [\w$.]+\([\w$]+\.java:\d+\)|^\s*at [\w.`<>]+\(.*\) in .*:line \d+|^#\d+ \/[^\n]+\.php\(\d+\)|^\s*from \/[^\n]+\.rb:\d+:in|^goroutine \d+ \[/m

/** Also matches a trace in a page, where markup breaks the lines and quotes are escaped. */
function hasTrace(text: string): boolean {
  const plain = text.replaceAll(/<br\s*\/?>|\\n/gi, '\n').replaceAll(/<[^>]*>/g, '')
  return trace.test(plain) || trace.test(plain.replaceAll('&nbsp;', ' ').replaceAll('&#x2F;', '/'))
}

export const stack: Check = {
  id: 'web.stack',
  title: 'No response shows a stack trace',
  rules: [],
  needs: [],
  run: async (harness) => {
    const answers = await Promise.all([...provocations(harness), brokenExchange(harness)])
    const wrong = answers.flat().find(({ text }) => hasTrace(text))
    if (wrong === undefined) return []
    return warning({
      title: 'The app shows a stack trace to any client',
      why: 'The trace shows attackers which files, libraries and versions the app uses, and sometimes what was in memory. (Advice from svcapp and OWASP, A05.)',
      remedy:
        'Respond with a sentence and a reference number, and write the stack trace to the log. Many frameworks need your own error handler or their production mode for this. Express, for example, needs NODE_ENV=production.',
      evidence: [
        {
          kind: 'request',
          method: wrong.method,
          path: wrong.path,
          status: wrong.status,
          body: wrong.text.slice(0, 400),
        },
      ],
    })
  },
}

interface ErrorAnswer {
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly text: string
}

/** Sends requests that make faulty code fail. */
function provocations(harness: Harness): Promise<readonly ErrorAnswer[]>[] {
  const paths = knownPaths(harness)
  const odd = [
    { code: 'x', state: 'x' },
    { code: '' },
    { error: 'x', state: '' },
    { embed_token: 'a.b' },
    { embed_token: '.' },
  ]
  const asked = paths.flatMap((path) => odd.map((query) => ({ path, query })))
  return [
    askAll(harness, asked).then((pages) =>
      pages.map(({ url, status, text }) => ({ method: 'GET', path: url.pathname, status, text })),
    ),
    ...[...paths, harness.config.webhooks.path].flatMap((path) => [
      raw(harness, { method: 'POST', path, body: '{' }),
      raw(harness, { method: 'PUT', path, body: '' }),
    ]),
    ...paths.map((path) => raw(harness, { method: 'GET', path: `${path}?%E0%A4%A=%`, body: '' })),
    raw(harness, { method: 'GET', path: '/%E0%A4%A', body: '' }),
    raw(harness, { method: 'GET', path: '/svcapp-check/../%00', body: '' }),
  ]
}

async function raw(
  harness: Harness,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
): Promise<readonly ErrorAnswer[]> {
  const type = [['Content-Type', 'application/json']] as const
  const answer = await harness.app.send({ method, path, headers: body === '' ? [] : type, body: Buffer.from(body) })
  return [{ method, path, status: answer.answered ? answer.status : null, text: sentText(answer) }]
}

/** Returns to the app with a code of the right form, whose exchange gets a response that is not JSON. */
async function brokenExchange(harness: Harness): Promise<readonly ErrorAnswer[]> {
  const code = randomBytes(32).toString('hex')
  const end = harness.app.calls.fault({
    meets: ({ body }) => body.includes(code),
    act: { kind: 'answer', status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' },
  })
  const { pathname } = new URL(harness.config.redirectUris[0] ?? harness.appUrl)
  const [page] = await askAll(harness, [{ path: pathname, query: { code } }])
  end()
  if (page === undefined) return []
  const { url, status, text, answer } = page
  const type = answer.answered ? readHeader(answer, 'content-type') : null
  return type?.startsWith('image/') === true ? [] : [{ method: 'GET', path: url.pathname, status, text }]
}
