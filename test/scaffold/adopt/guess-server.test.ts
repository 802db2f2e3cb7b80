import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { guessServer } from '../../../src/scaffold/adopt/guess-server.ts'

function folder(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-guess-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
  return dir
}

/** A package.json with these packages and scripts. */
const manifest = (packages: readonly string[], scripts: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ dependencies: Object.fromEntries(packages.map((name) => [name, '*'])), scripts })

it.each([
  [
    'express',
    { 'package.json': manifest(['express'], { start: 'node server.js' }), 'server.js': 'server.listen(8080)' },
    'npm run start',
    8080,
  ],
  [
    'fastify',
    { 'package.json': manifest(['fastify']), 'src/app.js': 'app.listen({ port: 4321 })' },
    'node src/app.js',
    4321,
  ],
  [
    'hono',
    {
      'package.json': manifest(['hono'], { dev: 'tsx src/main.ts' }),
      'src/main.ts': 'serve({ fetch, port: Number(env.PORT ?? 4444) })',
      'pnpm-lock.yaml': '',
    },
    'pnpm run dev',
    4444,
  ],
  [
    'next',
    { 'package.json': manifest(['next', 'react'], { dev: 'next dev --port 4000' }), 'yarn.lock': '' },
    'yarn run dev',
    4000,
  ],
  [
    'hono',
    {
      'package.json': manifest(['hono'], { dev: 'node --watch src/index.js', start: 'node src/index.js' }),
      'src/index.js': '',
    },
    'npm run start',
    3000,
  ],
  [
    'express',
    {
      'package.json': manifest(['express'], { dev: 'tsx watch app.ts', start: 'node dist/app.js' }),
      'dist/app.js': '',
    },
    'node --import tsx app.ts',
    3000,
  ],
  ['workers', { 'package.json': manifest(['hono', 'wrangler'], { dev: 'wrangler dev' }) }, 'npm run dev', 8787],
  ['node', { 'package.json': manifest([], { start: 'PORT=5555 node index.js' }) }, 'npm run start', 5555],
  ['node', { 'package.json': manifest([], { start: 'node .' }), '.env': 'PORT="6000"\n' }, 'npm run start', 6000],
  [
    null,
    { 'requirements.txt': 'Flask==3\n', 'app.py': 'app = Flask(__name__)' },
    'python3 -m flask run --port $PORT',
    5000,
  ],
  [
    null,
    { 'pyproject.toml': 'dependencies = ["fastapi"]', 'main.py': '', 'uv.lock': '' },
    'uv run python -m uvicorn main:app --port $PORT',
    8000,
  ],
  [
    null,
    { 'server.py': "HTTPServer(('', int(environ.get('PORT', 9000)))).serve_forever()" },
    'python3 server.py',
    9000,
  ],
  [
    null,
    { 'manage.py': '', 'pyproject.toml': '', 'poetry.lock': '' },
    'poetry run python manage.py runserver $PORT',
    8000,
  ],
  [null, { 'composer.json': '{}', 'public/index.php': '' }, 'php -S 127.0.0.1:$PORT -t public', 8000],
  [null, { artisan: '', 'composer.json': '{}' }, 'php artisan serve --port=$PORT', 8000],
  [null, { 'go.mod': 'module x', 'main.go': 'http.ListenAndServe(":8181", nil)' }, 'go run .', 8181],
  [null, { Gemfile: 'gem "sinatra"', 'app.rb': 'set :port, 4570' }, 'bundle exec ruby app.rb', 4570],
  [null, { Gemfile: '', 'config/application.rb': '' }, 'bin/rails server -p $PORT', 3000],
] as const)('detects the server of a project: %s %j', (framework, files, command, port) => {
  const words = command.includes('$PORT') ? ['sh', '-c', `exec ${command}`] : command.split(' ')

  expect(guessServer(folder(files))).toMatchObject({ framework, command: words, port })
})

it.each([
  ['tsx watch src/index.ts', 'node --import tsx src/index.ts'],
  ['tsx watch --clear-screen=false --env-file=.env src/index.ts', 'node --import tsx --env-file=.env src/index.ts'],
  ['nodemon server.js', 'node server.js'],
  ['node --watch --env-file=.env server.js', 'node --env-file=.env server.js'],
  ['bun --hot src/index.ts', 'bun src/index.ts'],
])('writes a start command without its watcher: %s', (dev, command) => {
  const files = { 'package.json': manifest(['express'], { dev, start: 'node dist/index.js' }) }

  expect(guessServer(folder(files))).toMatchObject({ command: command.split(' '), watches: false })
})

it.each([
  ['ts-node-dev --respawn src/index.ts'],
  ['concurrently "tsc -w" "nodemon dist/index.js"'],
  ['NODE_ENV=development tsx watch src/index.ts'],
  ['nodemon --exec ts-node src/index.ts'],
  ['tsx watch --ignore data src/index.ts'],
  ['nest start --watch'],
])('keeps a script whose watcher cannot be left out, and reports it: %s', (dev) => {
  const files = { 'package.json': manifest(['express'], { dev }) }

  expect(guessServer(folder(files))).toMatchObject({ command: ['npm', 'run', 'dev'], watches: true })
})

it.each([
  [
    'a server with require',
    {
      'package.json': manifest(['express']),
      'server.js': "const express = require('express')\nconst shop = express()",
    },
    { source: 'server.js', file: 'svcapp.mjs', specifier: './svcapp.mjs', commonJs: true, server: 'shop' },
  ],
  [
    'modules below src',
    { 'package.json': '{"type":"module","dependencies":{"hono":"*"}}', 'src/index.js': 'const app = new Hono()' },
    { source: 'src/index.js', file: 'src/svcapp.js', specifier: './svcapp.js', commonJs: false, server: 'app' },
  ],
  [
    'TypeScript with a loader, started from its output',
    {
      'package.json': manifest(['fastify'], { dev: 'tsx watch src/main.ts', start: 'node dist/main.js' }),
      'tsconfig.json': '{}',
      'src/main.ts': 'const server = Fastify({})',
    },
    { source: 'src/main.ts', file: 'src/svcapp.ts', specifier: './svcapp.js', commonJs: false, server: 'server' },
  ],
  [
    'TypeScript that Node strips',
    {
      'package.json': manifest(['express'], { dev: 'node --watch server.ts' }),
      'server.ts': '',
      'tsconfig.json': '{}',
    },
    { source: 'server.ts', file: 'svcapp.ts', specifier: './svcapp.ts', commonJs: false, server: 'server' },
  ],
  [
    'Next below src',
    { 'package.json': manifest(['next']), 'src/app/page.js': '' },
    { source: null, file: 'src/svcapp.js', specifier: './svcapp', commonJs: false, server: 'server' },
  ],
] as const)('finds where to insert the lines of the kit: %s', (_what, files, paste) => {
  expect(guessServer(folder(files)).paste).toEqual(paste)
})

it.each([
  ['an empty folder', {}, null],
  ['only documents', { 'notes.md': '# notes' }, null],
  ['a package.json that cannot be parsed', { 'package.json': '{ "name": ' }, 'package.json'],
  ['a package.json of another shape', { 'package.json': '[1]' }, 'package.json'],
] as const)('suggests no command for %s', (_what, files, from) => {
  expect(guessServer(folder(files))).toMatchObject({ from, command: null, port: 3000 })
})

it('rejects a port that does not exist', () => {
  const files = {
    'package.json': manifest(['express'], { start: 'node server.js' }),
    'server.js': 'server.listen(99999)',
  }

  expect(guessServer(folder(files)).port).toBe(3000)
})
