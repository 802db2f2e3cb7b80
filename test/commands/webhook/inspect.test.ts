import { createServer } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import WebhookInspect from '../../../src/commands/webhook/inspect.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { noteInspector } from '../../../src/dev/notes/inspector-note.ts'
import { attemptsOfDelivery } from '../../../src/journal/attempts.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { verifyWebhook } from '../../../src/protocol/webhook-signature.ts'
import { addDelivery, APP, key, makeInspector, SECRET } from '../../inspector/fixture.ts'
import { makeApp } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'

/** The command on a free port, in a project whose app is `makeApp`. It ends with the test. */
async function makeRun(
  argv: readonly string[],
  env: Record<string, string> = { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
) {
  const project = await makeDevProject()
  const app = await makeApp(undefined, project.port)
  const over = new AbortController()
  const opened: string[] = []
  const context = makeContext({
    cwd: project.dir,
    env,
    now: () => new Date(),
    interrupted: over.signal,
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
    openBrowser: async (url) => opened.push(url) > 0,
  })
  const journal = openJournal({ path: context.paths.journalDb, appKey: APP })
  onTestFinished(() => journal.close())
  const run = runCommand(WebhookInspect, ['--port', '0', ...argv], context)
  onTestFinished(() => over.abort('SIGINT'))
  await expect.poll(() => context.captured.stdout()).toContain('#token=')
  const url = /http:\S+?#token=[\w-]+/.exec(context.captured.stdout())?.[0] ?? ''
  const [base = '', token = ''] = url.split('/#token=')
  const ask = (path: string, body?: unknown) =>
    fetch(base + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
  return { app, context, journal, opened, url, base, ask, end: () => (over.abort('SIGINT'), run) }
}

it('serves the journal page until it is interrupted, then removes it', async () => {
  const { journal, opened, url, base, ask, end } = await makeRun([])
  const id = addDelivery(journal)

  // T18: arguments of a process can be read by every user of the machine.
  expect(opened).toEqual([expect.stringMatching(/#ticket=[\w-]{32}$/)])
  expect(opened[0]).not.toContain(url.split('#token=')[1])
  expect(await (await ask('/api/timeline')).json()).toMatchObject({ entries: [{ kind: 'delivery', id }] })
  expect(await (await ask(`/api/deliveries/${id}`)).text()).not.toContain(SECRET)

  expect((await end()).exit).toBe(130)
  await expect(fetch(base)).rejects.toThrow('fetch failed')
})

it('replays to the project app and triggers events, both with a valid signature', async () => {
  const { app, journal, ask } = await makeRun(['--no-open'])
  const id = addDelivery(journal, { receivedAt: new Date(Date.now() - 3_600_000) })

  expect(await (await ask(`/api/deliveries/${id}/replay`, {})).json()).toMatchObject({ status: 200, accepted: true })
  expect(await (await ask('/api/trigger', { topic: 'order.paid' })).json()).toMatchObject({ status: 200 })

  expect(app.seen.map(({ target }) => target)).toEqual(['/webhooks', '/webhooks'])
  for (const { headers, body } of app.seen) expect(verifyWebhook({ key, headers, body, now: new Date() }).ok).toBe(true)
  expect(attemptsOfDelivery(journal, id)).toMatchObject([{ kind: 'replay', status: 200 }])
})

it('shows everything without the secret, and explains the next step for actions that need it', async () => {
  const { app, journal, opened, ask } = await makeRun(['--no-open', '--json'], {})
  const id = addDelivery(journal)

  expect(await (await ask(`/api/deliveries/${id}`)).json()).toMatchObject({ signature: { recomputed: null } })
  const refused = await ask(`/api/deliveries/${id}/replay`, {})

  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ error: { code: 'emulator.not-running' } })
  expect(app.seen).toEqual([])
  expect(attemptsOfDelivery(journal, id)).toEqual([])
  expect(opened).toEqual([])
})

it('opens the running inspector next to app dev, and exits', async () => {
  const project = await makeDevProject()
  const opened: string[] = []
  const context = makeContext({
    cwd: project.dir,
    env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
    openBrowser: async (url) => opened.push(url) > 0,
  })
  const { url: inspector, base, token, port } = await makeInspector()
  const session = { paths: context.paths, dir: project.dir, pid: process.pid }
  onTestFinished(lockProject(session).release)
  noteInspector(session, inspector)

  const words = await runCommand(WebhookInspect, ['--port', String(port)], { ...context })
  const byItself = await runCommand(WebhookInspect, ['--no-open'], { ...context })
  const json = await runCommand(WebhookInspect, ['--json', '--no-open', '--port', String(port)], { ...context })

  expect([words.exit, words.stdout]).toEqual([0, `Inspector of the running \`app dev\`: ${inspector}\n`])
  // `app dev` takes free ports where another project holds the usual ones.
  expect([byItself.exit, byItself.stdout.slice(words.stdout.length)]).toEqual([0, words.stdout])
  expect(JSON.parse(json.stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    event: 'inspecting',
    url: inspector,
    joined: true,
  })
  // T18: arguments of a process can be read by every user of the machine.
  expect(opened).toEqual([expect.stringMatching(new RegExp(`^${base}/#ticket=[\\w-]{32}$`))])
  expect(opened[0]).not.toContain(token)
})

it('exits with 8 if the port is in use, and uses no other one (P9)', async () => {
  const project = await makeDevProject()
  const holder = createServer()
  await new Promise<void>((resolve) => void holder.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void holder.close())
  const address = holder.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const { exit, error, stdout, stderr } = await runCommand(WebhookInspect, ['--port', String(port)], {
    cwd: project.dir,
    env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
  })

  expect(exit).toBe(8)
  expect(error).toMatchObject({ code: 'gateway.port-taken', message: expect.stringContaining('inspector') as string })
  expect(error?.message).toContain(`(pid ${process.pid})`)
  expect(stderr).toContain('choose a free port with --port 0')
  expect(stdout).toBe('')
})
