import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { watchProject, type Change } from '../../../src/dev/watch/watch-project.ts'
import type { Project } from '../../../src/project/app-toml.ts'

const sources = ['src', 'package.json', '.env']

async function watching(paths: readonly string[] = sources, command = ['node'], since = new Date(8.64e15)) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-watch-')))
  const changes: Change[] = []
  const write = (name: string, text = 'x') => {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  write('app.toml')
  write('src/server.ts')
  write('start.mjs')
  if (command[0] === 'npm') write('package.json', '{"scripts":{"start":"node --enable-source-maps start.mjs"}}')
  // Only what the watch reads.
  const project = { dir, file: join(dir, 'app.toml'), config: { dev: { watch: paths, command } } } as unknown as Project
  const watch = await watchProject({
    project,
    ours: [join(dir, 'src', 'state')],
    since,
    onChange: (change) => void changes.push(change),
    onTrouble: (why) => expect.unreachable(why),
  })
  onTestFinished(async () => {
    await watch.close()
    rmSync(dir, { recursive: true, force: true })
  })
  // On a busy machine the files of one save can come as several changes, and a file twice. test/dev/watch/gather-changes.test.ts is about what is one change.
  const files = () => [...new Set(changes.flatMap((change) => change.files))].toSorted()
  return { dir, changes, files, write }
}

it('reports each file that changed', async () => {
  const { files, write } = await watching()

  write('src/server.ts', 'y')
  write('src/orders.ts')
  write('package.json', '{}')

  await expect.poll(files).toEqual(['package.json', 'src/orders.ts', 'src/server.ts'])
})

it('reports a change of the file in the dev command, unless watching is off', async () => {
  const command = ['node', '--enable-source-maps', 'start.mjs', '/etc/hostname']
  const [named, none] = [await watching(['src'], command), await watching([], command)]

  for (const { write } of [named, none]) write('start.mjs', 'y')
  await expect.poll(named.files).toEqual(['start.mjs'])
  none.write('app.toml', 'y')
  await expect.poll(() => none.changes.some(({ isConfig }) => isConfig)).toBe(true)

  expect(none.files()).toEqual([])
})

it('by default watches all sources in the language of the dev command, also new ones', async () => {
  const shell = ['sh', '-c', 'exec python3 -m flask run --port $PORT']
  const [python, node, listed] = [
    await watching(sources, shell),
    await watching(),
    await watching(['src'], ['python3', 'server.py']),
  ]

  for (const { write } of [python, node, listed]) {
    for (const name of ['verify.py', 'shop/call.py', 'data/app.sqlite', 'start.mjs']) write(name)
    for (const name of ['.venv/lib/a.py', 'venv/b.py', 'shop/__pycache__/c.py']) write(name)
  }
  await expect.poll(python.files).toEqual(['shop/call.py', 'verify.py'])
  python.write('shop/call.py', 'y')
  python.write('shop/notes.txt')
  for (const { write } of [node, listed]) write('src/server.ts', 'y')

  await expect.poll(() => [node.files(), listed.files()]).toEqual([['src/server.ts'], ['src/server.ts']])
  await expect.poll(() => python.changes.length).toBeGreaterThan(1)
  expect(python.files()).toEqual(['shop/call.py', 'verify.py'])
})

it('reports a change of the file in the npm script of the dev command', async () => {
  const { files, write } = await watching(['src'], ['npm', 'run', 'start'])

  write('start.mjs', 'y')

  await expect.poll(files).toEqual(['start.mjs'])
})

it('reports files written before watching began, since the given time', async () => {
  const { files } = await watching(sources, ['node'], new Date(0))

  await expect.poll(files).toEqual(['src/server.ts'])
})

it('reports each save by an editor that renames files', async () => {
  const { dir, changes, files, write } = await watching()

  for (const times of [1, 2, 3]) {
    changes.length = 0
    write('src/server.ts~', String(times))
    renameSync(join(dir, 'src/server.ts~'), join(dir, 'src/server.ts'))
    await expect.poll(files).toEqual(['src/server.ts'])
  }
})

it('reports a file replaced by this tool only under its final name', async () => {
  const { dir, files, write } = await watching()
  const temporary = join(dir, 'src/.platform-types.ts.648932226dcd.tmp')

  writeFileSync(temporary, 'x')
  renameSync(temporary, join(dir, 'src/platform-types.ts'))
  await expect.poll(files).toEqual(['src/platform-types.ts'])
  write('src/server.ts', 'y')

  await expect.poll(files).toEqual(['src/platform-types.ts', 'src/server.ts'])
})

it('reports files and folders created later, and deletions', async () => {
  const { dir, changes, files, write } = await watching(['lib/deep', '.env'])

  write('lib/deep/er/a.ts')
  await expect.poll(files).toEqual(['lib/deep/er/a.ts'])
  write('.env')
  await expect.poll(files).toContain('.env')
  changes.length = 0
  rmSync(join(dir, 'lib'), { recursive: true })
  await expect.poll(files).toContain('lib/deep/er/a.ts')
})

it('recognizes a change of app.toml, whether written in place or renamed', async () => {
  const { dir, changes, files, write } = await watching()
  const isConfigChanged = () => changes.some(({ isConfig }) => isConfig)

  write('app.toml', 'a')
  await expect.poll(isConfigChanged).toBe(true)
  changes.length = 0
  write('app.toml.new', 'b')
  renameSync(join(dir, 'app.toml.new'), join(dir, 'app.toml'))
  await expect.poll(isConfigChanged).toBe(true)

  expect(files()).toEqual([])
})

it('ignores packages, version control, editor files, files of this tool and all unlisted paths', async () => {
  const { dir, files, write } = await watching()

  for (const name of [
    'data/app.db',
    'seen.log',
    'node_modules/x/index.js',
    'src/node_modules/x/index.js',
    'src/.git/HEAD',
    'src/.server.ts.swp',
    'src/server.ts~',
    'src/4913',
    'src/#server.ts#',
    'src/.#server.ts',
    'src/server.ts.tmp.93809.abc',
    'src/server.ts___jb_tmp___',
    'src/server.ts___jb_old___',
    'src/sedAb12Cd',
    'src/.goutputstream-X1Y2Z3',
    'src/server.ts.1234567890',
    'src/server.ts.crswap',
    'src/.nfs0001',
    'src/.syncthing.server.ts.tmp',
    'src/.server.ts.tmp-42',
    'src/server.ts.bak',
    'src/server.ts.bck',
    'src/server.ts.save',
    'src/server.tmp',
    'src/server.pyc',
    'src/tsconfig.tsbuildinfo',
    'src/.eslintcache',
    'src/server.ts.orig',
    'src/.server.ts.kate-swp',
    'src/Thumbs.db',
    'src/.DS_Store',
    'src/__pycache__/server.pyc',
    'src/state/journal.db',
    'srcs/a.ts',
  ])
    write(name)
  mkdirSync(join(dir, 'src/empty'))
  await sleep(600)
  write('src/server.ts', 'z')

  await expect.poll(files).toEqual(['src/server.ts'])
})

it('reports files whose names only resemble those of temporary files', async () => {
  const { files, write } = await watching()
  const names = [
    'src/sedan.ts',
    'src/tmp.ts',
    'src/invoice.tmp.ts',
    'src/a.tmp.tsx',
    'src/#1.ts',
    'src/v1.2.ts',
    'src/backup.ts',
    'src/syncthing.ts',
  ]

  for (const name of names) write(name)

  await expect.poll(files).toEqual(names.toSorted())
})

it('does not report a file that was created and deleted within the pause', async () => {
  const { dir, files, write } = await watching()

  write('src/probe')
  rmSync(join(dir, 'src/probe'))
  // Longer than the pause and the delay of a deletion.
  await sleep(600)
  write('src/server.ts', 'y')

  await expect.poll(files).toEqual(['src/server.ts'])
})

it('watches the whole project for "." and does not follow a symlink loop', async () => {
  const { dir, changes, files, write } = await watching(['.'])
  symlinkSync(dir, join(dir, 'loop'))

  await sleep(500)
  changes.length = 0
  write('server.js', 'y')
  write('node_modules/x/index.js')

  await expect.poll(files).toContain('server.js')
  expect(files().filter((file) => file.includes('node_modules'))).toEqual([])
})
