import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { freePort } from '../../support/processes/free-port.ts'
import { freePorts, runCli } from '../../support/run-cli.ts'

const nodeServer = (port: number) => `
import { createServer } from 'node:http'
createServer((request, response) => {
  response.statusCode = request.url === '/' ? 200 : 404
  response.end('hello')
}).listen(process.env.PORT ?? ${port}, '127.0.0.1')
`

const pythonServer = (port: number) => `
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def do_POST(self):
        self.rfile.read(int(self.headers.get('content-length', 0)))
        self.send_response(200)
        self.end_headers()
ThreadingHTTPServer(('127.0.0.1', int(os.environ.get('PORT', ${port}))), Handler).serve_forever()
`

/** A server that knows nothing of the platform, as a project of its own. */
async function makeServer(files: (port: number) => Readonly<Record<string, string>>) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-adopted-'))
  const ends: (() => void)[] = []
  onTestFinished(() => {
    for (const end of ends) end()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  })
  for (const [path, content] of Object.entries(files(await freePort()))) writeFileSync(join(dir, path), content)
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, SVCAPP_HOME: join(dir, 'state'), SVCAPP_CREDENTIALS: '' }
  return { dir, env, atEnd: (work: () => void) => void ends.push(work) }
}

const hasPython = spawnSync('python3', ['--version']).status === 0

it.each([
  {
    name: 'a Node server without routes of the platform',
    isHere: true,
    files: (port: number) => ({
      'server.js': nodeServer(port),
      'package.json': '{"type":"module","main":"server.js"}',
    }),
    notices: ['GET /auth/start returned 404', 'POST /webhooks returned 404'],
  },
  {
    name: 'a Python server that accepts everything',
    isHere: hasPython,
    files: (port: number) => ({ 'server.py': pythonServer(port) }),
    notices: ['GET /auth/start returned 200'],
  },
])('$name runs under app dev after app init --here without an edit', async ({ files, notices, isHere }) => {
  if (!isHere) return
  const project = await makeServer(files)
  expect(await runCli(project, ['init', 'app.acme.shop', '--here', '--yes']).ended).toBe(0)

  const dev = runCli(project, ['dev', '--approve', '--once', '--json', ...freePorts])
  const code = await dev.ended

  expect([code, dev.stderr()]).toEqual([0, expect.anything()])
  const texts = dev.events().flatMap((event) => (event['event'] === 'notice' ? [String(event['text'])] : []))
  for (const notice of notices) expect(texts).toContainEqual(expect.stringContaining(notice))
  expect(dev.events()).toContainEqual(expect.objectContaining({ event: 'installed', alreadyInstalled: false }))
})

it.runIf(hasPython)('app check tests the responses of a server without an install route', async () => {
  const project = await makeServer((port) => ({ 'server.py': pythonServer(port) }))
  await runCli(project, ['init', 'app.acme.shop', '--here', '--yes']).ended

  const check = runCli(project, ['check', '--yes', '--json', '--only', 'signature,install.works', '--timeout', '600'])
  await check.ended

  const { findings } = JSON.parse(check.stdout()) as { findings: readonly { check: string }[] }
  expect(findings.map((finding) => finding.check).toSorted()).toEqual(['install.works', 'signature.value'])
})
