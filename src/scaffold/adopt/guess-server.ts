import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { manifestIn, objectIn, packageManagement, textIn } from '../package-manager.ts'
import { frameworks, pasteTarget, type Framework, type PasteTarget } from './paste-target.ts'
import { isWatcher, withoutWatcher } from './without-watcher.ts'

export interface GuessedServer {
  /** Server framework, or null for other languages. */
  readonly framework: Framework | null
  /** Source file of the guess, relative to the folder, or null if no file shows a server. */
  readonly from: string | null
  /** Start command, or null if no file shows how the server starts. */
  readonly command: readonly string[] | null
  /** True if the command restarts the server on changes, as `app dev` does. */
  readonly watches: boolean
  readonly port: number
  /** Place for the library's lines, or null for other languages. */
  readonly paste: PasteTarget | null
}

type Env = Readonly<Record<string, string | undefined>>

/** Reads the start command of the server in `dir` from its project files. Nothing is run. */
export function guessServer(dir: string, env: Env = {}): GuessedServer {
  for (const { from, guess } of guesses) {
    if (!existsSync(join(dir, from))) continue
    const found = guess(dir, env)
    if (found !== null) return { framework: null, paste: null, watches: false, ...found, from }
  }
  return { framework: null, paste: null, watches: false, from: null, command: null, port: 3000 }
}

type Guess = Pick<GuessedServer, 'command' | 'port'> & Partial<Pick<GuessedServer, 'framework' | 'paste' | 'watches'>>

interface Source {
  readonly from: string
  readonly guess: (dir: string, env: Env) => Guess | null
}

const guesses: readonly Source[] = [
  { from: 'package.json', guess: nodeServer },
  { from: 'artisan', guess: () => onPort(['php', 'artisan', 'serve', '--port={port}'], 8000) },
  { from: 'manage.py', guess: (dir) => onPort([...guessPython(dir), 'manage.py', 'runserver', '{port}'], 8000) },
  ...['pyproject.toml', 'requirements.txt', 'Pipfile', 'app.py', 'main.py', 'server.py'].map((from): Source => ({
    from,
    guess: pythonServer,
  })),
  { from: 'go.mod', guess: (dir) => ({ command: ['go', 'run', '.'], port: portIn(dir, ['main.go']) ?? 8080 }) },
  { from: 'config/application.rb', guess: () => onPort(['bin/rails', 'server', '-p', '{port}'], 3000) },
  { from: 'config.ru', guess: () => onPort(['bundle', 'exec', 'rackup', '-p', '{port}'], 9292) },
  { from: 'Gemfile', guess: rubyServer },
  ...['composer.json', 'public/index.php', 'index.php'].map((from): Source => ({ from, guess: phpServer })),
]

/** Handles a server with its port as an argument. `app check` and `app dev` set PORT, and may choose another port than `port`. */
function onPort(command: readonly string[], port: number): Guess {
  return { command: ['sh', '-c', `exec ${command.join(' ').replace('{port}', '$PORT')}`], port }
}

const usualPorts: Readonly<Record<Framework, number>> = {
  express: 3000,
  fastify: 3000,
  hono: 3000,
  next: 3000,
  workers: 8787,
  node: 3000,
}

function nodeServer(dir: string, env: Env): Guess {
  const manifest = manifestIn(dir)
  const scripts = objectIn(manifest, 'scripts')
  const packages = { ...objectIn(manifest, 'dependencies'), ...objectIn(manifest, 'devDependencies') }
  const framework = guessFramework(packages)
  const name = scriptName(dir, scripts)
  const script = name === undefined ? '' : String(scripts[name])
  const main = typeof manifest['main'] === 'string' ? manifest['main'] : entriesOfNode.find(isIn(dir))
  const once = isWatcher(script) ? withoutWatcher(script) : null
  const started = main === undefined ? null : ['node', main]
  const command = name === undefined ? started : (once ?? [packageManagement(dir, env).packageManager, 'run', name])
  const files = [...splitWords(script), main, ...entriesOfNode].filter((file) => file !== undefined)
  const port = portOption(script) ?? portIn(dir, files) ?? usualPorts[framework]
  const paste = pasteTarget(dir, { framework, isModule: manifest['type'] === 'module', script, files })
  return { framework, command, watches: once === null && isWatcher(script), port, paste }
}

/** Returns `dev`, otherwise `start`. Prefers a `start` script that runs the sources to a `dev` script that only watches them. */
function scriptName(dir: string, { dev, start }: Readonly<Record<string, unknown>>): 'dev' | 'start' | undefined {
  const isSource = (file: string) => !/^(?:\.\/)?(?:dist|build)\//.test(file) && isIn(dir)(file)
  const startsSource = typeof start === 'string' && splitWords(start).some(isSource)
  if (typeof dev === 'string' && !(startsSource && isWatcher(dev))) return 'dev'
  return typeof start === 'string' ? 'start' : undefined
}

const entriesOfNode = [
  'server.js',
  'index.js',
  'app.js',
  'server.mjs',
  'index.mjs',
  'server.ts',
  'index.ts',
  'src/server.js',
  'src/index.js',
  'src/app.js',
  'src/server.ts',
  'src/index.ts',
  'src/main.ts',
  'src/app.ts',
]

/** Workers come first, because they use hono too. */
function guessFramework(packages: Readonly<Record<string, unknown>>): Framework {
  if (Object.hasOwn(packages, 'wrangler')) return 'workers'
  return frameworks.find((name) => Object.hasOwn(packages, name)) ?? 'node'
}

function pythonServer(dir: string): Guess | null {
  const packages = ['pyproject.toml', 'requirements.txt', 'Pipfile'].map((file) => textIn(join(dir, file))).join('\n')
  const file = ['app.py', 'main.py', 'server.py', 'src/app.py', 'src/main.py'].find(isIn(dir))
  const python = guessPython(dir)
  const port = file === undefined ? undefined : portIn(dir, [file])
  if (/\bfastapi\b/i.test(packages)) {
    const name = (file ?? 'main.py').replace(/\.py$/, '').replaceAll('/', '.')
    return onPort([...python, '-m', 'uvicorn', `${name}:app`, '--port', '{port}'], port ?? 8000)
  }
  const starts = file !== undefined && /__main__|serve_forever|\.run\(|run_simple\(/.test(textIn(join(dir, file)))
  if (/\bflask\b/i.test(packages) && !starts)
    return onPort([...python, '-m', 'flask', 'run', '--port', '{port}'], port ?? 5000)
  return file === undefined ? null : { command: [...python, file], port: port ?? 8000 }
}

function guessPython(dir: string): readonly string[] {
  if (isIn(dir)('uv.lock')) return ['uv', 'run', 'python']
  if (isIn(dir)('poetry.lock')) return ['poetry', 'run', 'python']
  return ['python3']
}

function rubyServer(dir: string): Guess | null {
  const file = ['app.rb', 'server.rb', 'main.rb'].find(isIn(dir))
  return file === undefined ? null : { command: ['bundle', 'exec', 'ruby', file], port: portIn(dir, [file]) ?? 4567 }
}

/** PHP's own server serves every path below the folder of `index.php`. */
function phpServer(dir: string): Guess | null {
  const folder = isIn(dir)('public/index.php') ? 'public' : isIn(dir)('index.php') ? '.' : null
  return folder === null ? null : onPort(['php', '-S', '127.0.0.1:{port}', '-t', folder], 8000)
}

/** Returns the port from a script or a project file, with `.env` first. */
function portIn(dir: string, files: readonly string[]): number | undefined {
  const named = /^\s*(?:export\s+)?PORT\s*=\s*["']?(\d{2,5})/m.exec(textIn(join(dir, '.env')))?.[1]
  const texts = files.map((file) => textIn(join(dir, file)))
  const inCode = texts.map((text) => portPattern.exec(text)?.slice(1).find(Boolean)).find(Boolean)
  return validPort(named ?? inCode)
}

/** `listen(8080`, `PORT ?? 8080`, `PORT', 8080`, `port: 8080`, `port=8080`, `ListenAndServe(":8080"`. */
const portPattern =
  /listen\(\s*(\d{2,5})|\bport\b["')\]]*\s*(?:\?\?|\|\||,|:|=)\s*["']?(\d{2,5})|ListenAndServe\(\s*"[^"]*:(\d{2,5})"/i

function portOption(script: string): number | undefined {
  return validPort(/(?:^|\s)(?:-p|--port)[ =](\d{2,5})\b|\bPORT=(\d{2,5})\b/.exec(script)?.slice(1).find(Boolean))
}

function validPort(text: string | undefined): number | undefined {
  const port = Number(text)
  return port > 0 && port <= 65_535 ? port : undefined
}

function splitWords(script: string): string[] {
  return script.split(/\s+/).filter((word) => /^[\w./-]+\.[cm]?[jt]s$/.test(word))
}

function isIn(dir: string): (file: string) => boolean {
  return (file) => existsSync(join(dir, file))
}
