#!/usr/bin/env node
// Plain JavaScript that Node 18 can still parse, because it must report that Node is too old. No `import` of a builtin,
// and nothing else loaded before the compile cache is on: both cost milliseconds at every start (docs/performance.md).

const root = new URL('..', import.meta.url)
const builtin = process.getBuiltinModule ?? (await oldBuiltins())
const fs = builtin('node:fs')
const pjson = JSON.parse(fs.readFileSync(new URL('package.json', root), 'utf8'))
const isCheckout = fs.existsSync(new URL('src/main.ts', root))

if (satisfies(process.versions.node, pjson.engines.node)) await start()
else if (isCheckout && !process.env.SVCAPP_SYSTEM_NODE) handOver()
else tooOld()

async function start() {
  const argv = process.argv.slice(2)
  if ((argv[0] === '--version' || argv[0] === '-v') && argv.length === 1)
    return print(`${pjson.name}/${pjson.version} ${process.platform}-${process.arch} node-${process.version}\n`)
  if (!isCheckout && mayAskForHelp(argv)) {
    const { packedHelp } = await import(new URL('dist/main.js', root))
    const page = packedHelp(argv, { file: new URL('dist/help.txt', root), env: process.env })
    if (page !== null) return print(page)
  }
  if (!isCheckout && argv[0] === '__complete') {
    const { answer } = await import(new URL('dist/main/complete/answer.js', root))
    return print(await answer({ argv: argv.slice(1), root: builtin('node:url').fileURLToPath(root), pjson }))
  }
  enableCompileCache()
  if (process.env.SVCAPP_SYSTEM_NODE && process.channel) endWithParent()
  const { main } = await import(new URL(isCheckout ? 'src/main.ts' : 'dist/main.js', root))
  await main({ argv, root: builtin('node:url').fileURLToPath(root), pjson })
}

/** Matches more than `wantsHelp` of src/main/help, which is loaded only then. */
function mayAskForHelp(argv) {
  return argv.length === 0 || argv[0] === 'help' || argv.includes('--help') || argv.includes('-h')
}

/** Does not open `process.stdout` for a few bytes, because that costs a tenth of a bare start. It is used only if a pipe is full. */
function print(text) {
  let bytes = Buffer.from(text)
  try {
    while (bytes.length > 0) bytes = bytes.subarray(fs.writeSync(1, bytes))
  } catch (error) {
    if (error.code !== 'EAGAIN') return outputLost(error)
    process.stdout.on('error', outputLost)
    process.stdout.write(bytes)
  }
}

/** Reports like src/terminal/output-lost.ts, which is not loaded for this. A closed reader is not an error. */
function outputLost({ code, message }) {
  if (code === 'EPIPE') return
  process.stderr.write(`Error: stdout cannot be written (${message}).\nCode: cli.output-lost\n`)
  process.exitCode = 3
}

/** In the user's own cache folder and closed to other users, not in the shared /tmp: a user who can write compiled code there runs it as us. */
function enableCompileCache() {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`)
  if (!base) return
  const folder = `${base}/svcapp/compile-cache`
  try {
    if (!fs.existsSync(folder)) makeFolders([base, `${base}/svcapp`, folder])
    builtin('node:module').enableCompileCache(folder)
  } catch {
    // Slower, but works: a read-only home is no reason to fail.
  }
}

/** Creates one folder at a time: Node's own `recursive` loops forever if a parent can never be created (below /proc). */
function makeFolders(folders) {
  for (const folder of folders) if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 })
}

/** Runs the same command on the checkout's pinned runtime, as if this process were it. */
function handOver() {
  const windows = process.platform === 'win32'
  const node = builtin('node:url').fileURLToPath(new URL(`node_modules/node/bin/node${windows ? '.exe' : ''}`, root))
  if (!fs.existsSync(node)) return tooOld()
  // The IPC channel closes when this process exits in any way, also by SIGKILL. The child detects that and exits, too.
  const { spawn } = builtin('node:child_process')
  const child = withoutDebugOutput(() =>
    spawn(node, process.argv.slice(1), {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, SVCAPP_SYSTEM_NODE: process.execPath },
    }),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`Error: This checkout's Node did not start. ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** NODE_DEBUG=child_process prints the environment of a new process with all secrets (T35); only the child has a redactor. */
function withoutDebugOutput(start) {
  if (!process.env.NODE_DEBUG) return start()
  const { write } = process.stderr
  process.stderr.write = () => true
  try {
    return start()
  } finally {
    process.stderr.write = write
  }
}

/** Treats a closed channel as a hang-up, so that the command gets the usual time to clean up. */
function endWithParent() {
  process.on('disconnect', () => process.kill(process.pid, 'SIGHUP'))
  process.channel.unref()
}

function tooOld() {
  const hint = isCheckout
    ? 'Run `npm ci` in the checkout to install its Node, or install Node 24 from https://nodejs.org.'
    : 'Install Node 24 from https://nodejs.org, then run the command again.'
  const message = `${pjson.name} needs Node ${pjson.engines.node}. This is Node ${process.versions.node}.`
  // Same as `cli.old-node` of src/errors/codes.ts: a program that requested JSON gets one document here, too.
  const code = 'cli.old-node'
  if (process.argv.includes('--json')) print(`${JSON.stringify({ error: { code, message, hint, hints: [hint] } })}\n`)
  else process.stderr.write(`Error: ${message}\nTry this: ${hint}\n`)
  process.exitCode = 3
}

/** Returns whether a version is in a range of `^x.y.z` and `>=x[.y.z]` joined by `||`, the only forms in `engines`. */
function satisfies(version, range) {
  return range.split('||').some((part) => {
    const [, sign, wanted] = /^\s*(\^|>=)\s*([\d.]+)/.exec(part) ?? []
    if (wanted === undefined) return false
    const [actual, least] = [version, wanted].map((text) =>
      text.split('.').map((number) => Number.parseInt(number, 10)),
    )
    if (sign === '^' && actual[0] !== least[0]) return false
    for (let at = 0; at < 3; at++) if (actual[at] !== (least[at] ?? 0)) return actual[at] > (least[at] ?? 0)
    return true
  })
}

/** `process.getBuiltinModule` is available from Node 20.16. */
async function oldBuiltins() {
  const modules = await Promise.all(
    ['node:fs', 'node:url', 'node:module', 'node:child_process'].map(async (name) => [name, await import(name)]),
  )
  const byName = new Map(modules)
  return (name) => byName.get(name)
}
