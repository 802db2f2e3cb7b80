import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { createSealedBox, STRONG } from '../../src/credentials/sealed-box.ts'

const CHEAP = { N: 1024, r: 8, p: 1 }
const TEXT = '{"name":"geheim \u{1f511}"}'

type Parsed = Record<string, unknown> & { kdf: Record<string, unknown> }

/** Changes the file as somebody would who knows how the checksum is made. */
async function forged(change: (file: Parsed) => void): Promise<string> {
  const file = JSON.parse(await createSealedBox('correct horse', CHEAP).seal(TEXT)) as Parsed
  change(file)
  const { checksum: _checksum, data, tag, ...header } = file
  const checksum = createHash('sha256').update(JSON.stringify({ header, data, tag })).digest('base64')
  return JSON.stringify({ ...file, checksum })
}

const flipped = (base64: unknown) => {
  const bytes = Buffer.from(String(base64), 'base64')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return bytes.toString('base64')
}

describe('createSealedBox', () => {
  it('opens with the passphrase in another process', async () => {
    const file = await createSealedBox('correct horse', CHEAP).seal(TEXT)

    expect(await createSealedBox('correct horse').open(file)).toEqual({ ok: true, text: TEXT })
    expect(file).not.toContain('geheim')
  })

  it('sets a strong scrypt cost in the header unless an option overrides it', async () => {
    const file = JSON.parse(await createSealedBox('correct horse').seal(TEXT)) as Parsed

    expect(file).toMatchObject({ cipher: 'aes-256-gcm', kdf: { name: 'scrypt', ...STRONG } })
    expect(STRONG.N).toBeGreaterThanOrEqual(2 ** 17)
  })

  it('uses a new salt and nonce for every file', async () => {
    const box = createSealedBox('correct horse', CHEAP)
    const files = await Promise.all([1, 2, 3, 4].map(async () => JSON.parse(await box.seal(TEXT)) as Parsed))

    expect(new Set(files.map(({ kdf }) => kdf['salt'])).size).toBe(4)
    expect(new Set(files.map((file) => file['nonce'])).size).toBe(4)
  })

  it('keeps the salt of a file that it opens and replaces, with a new nonce', async () => {
    const box = createSealedBox('correct horse', CHEAP)
    const first = await createSealedBox('correct horse', CHEAP).seal(TEXT)
    await box.open(first)

    const second = await box.seal('another text', first)

    const [before, after] = [first, second].map((file) => JSON.parse(file) as Parsed)
    expect(after?.kdf).toEqual(before?.kdf)
    expect(after?.['nonce']).not.toBe(before?.['nonce'])
    expect(await createSealedBox('correct horse').open(second)).toEqual({ ok: true, text: 'another text' })
  })

  it.each([
    ['it has not opened', false, CHEAP],
    ['that is cheaper to guess than files of today', true, { ...CHEAP, N: 512 }],
  ])('uses a new salt and its own cost to replace a file %s', async (_, isOpened, cost) => {
    const box = createSealedBox('correct horse', CHEAP)
    const first = await createSealedBox('correct horse', cost).seal(TEXT)
    if (isOpened) await box.open(first)

    const { kdf } = JSON.parse(await box.seal(TEXT, first)) as Parsed

    expect(kdf).toMatchObject(CHEAP)
    expect(kdf['salt']).not.toBe((JSON.parse(first) as Parsed).kdf['salt'])
  })

  it('recognizes a wrong passphrase', async () => {
    const file = await createSealedBox('correct horse', CHEAP).seal(TEXT)

    expect(await createSealedBox('correct hors').open(file)).toEqual({ ok: false, reason: 'passphrase' })
  })

  it.each([
    ['its ciphertext', (file: Parsed) => (file['data'] = flipped(file['data']))],
    ['its tag', (file: Parsed) => (file['tag'] = flipped(file['tag']))],
    [
      'its tag, cut to four bytes',
      (file: Parsed) => (file['tag'] = Buffer.from(String(file['tag']), 'base64').subarray(0, 4).toString('base64')),
    ],
    ['its nonce', (file: Parsed) => (file['nonce'] = flipped(file['nonce']))],
    ['its format', (file: Parsed) => (file['format'] = 'other')],
    ['its version', (file: Parsed) => (file['version'] = 2)],
    ['its cipher', (file: Parsed) => (file['cipher'] = 'aes-256-ctr')],
    ['its cost, so that it takes all memory', (file: Parsed) => (file.kdf['N'] = 2 ** 30)],
    ['its cost, to no power of two', (file: Parsed) => (file.kdf['N'] = 1025)],
    ['its cost, to none', (file: Parsed) => (file.kdf['r'] = 0)],
    ['its cost, to a word', (file: Parsed) => (file.kdf['p'] = 'many')],
  ])('reports a file as corrupted if %s was changed and the checksum recalculated', async (_, change) => {
    const file = await forged(change)

    expect(await createSealedBox('correct horse', CHEAP).open(file)).toEqual({ ok: false, reason: 'broken' })
  })

  it.each([
    ['salt', (file: Parsed) => (file.kdf['salt'] = flipped(file.kdf['salt']))],
    ['cost', (file: Parsed) => (file.kdf['N'] = 2048)],
    ['check', (file: Parsed) => (file['check'] = 'AAAA')],
  ])('does not open a file with another %s', async (_, change) => {
    const file = await forged(change)

    expect(await createSealedBox('correct horse', CHEAP).open(file)).toEqual({ ok: false, reason: 'passphrase' })
  })

  it('reports a file as corrupted if it is truncated or damaged anywhere, with any passphrase', async () => {
    const file = await createSealedBox('correct horse', CHEAP).seal(TEXT)
    const box = createSealedBox('wrong', CHEAP)
    const verdicts = new Set<string>()
    for (let at = 0; at < file.trimEnd().length; at += 7) {
      const other = file[at] === 'A' ? 'B' : 'A'
      // Blanks between members carry nothing.
      const damaged = /\s/.test(file[at] ?? '') ? '' : file.slice(0, at) + other + file.slice(at + 1)
      for (const broken of [file.slice(0, at), damaged]) verdicts.add(JSON.stringify(await box.open(broken)))
    }

    expect([...verdicts]).toEqual([JSON.stringify({ ok: false, reason: 'broken' })])
  })
})
