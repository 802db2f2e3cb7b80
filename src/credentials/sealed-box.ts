import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'

const KEY_BYTES = 64

/** Derives in the thread pool, because it would block the event loop for a third of a second. */
function derive(passphrase: string, { salt, N, r, p }: Header['kdf']): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC: the same passphrase typed on another keyboard or system gives the same bytes.
    const text = passphrase.normalize('NFKC')
    const options = { N, r, p, maxmem: 2 * MOST_MEMORY }
    scrypt(text, Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** 128 MiB and about a third of a second per guess (OWASP's first choice for scrypt). */
export const STRONG: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }

/** A file with a higher cost could exhaust the memory: 1 GiB is enough for any future file of ours. */
const MOST_MEMORY = 2 ** 30
const FORMAT = 'svcapp-credentials'
const CIPHER = 'aes-256-gcm'

/** Everything but the ciphertext. Every member is authenticated. Bytes are base64. */
interface Header {
  readonly format: typeof FORMAT
  readonly version: 1
  readonly kdf: { readonly name: 'scrypt'; readonly salt: string } & ScryptCost
  readonly cipher: typeof CIPHER
  readonly nonce: string
  /** Distinguishes a wrong passphrase from damaged text: an HMAC by the second half of the derived bytes. */
  readonly check: string
}

interface Sealed {
  readonly header: Header
  readonly data: string
  readonly tag: string
}

export type Opened =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'broken' | 'passphrase' }

/** Encrypts and decrypts text with one passphrase. Caches derived keys, so that reading back a new file costs nothing. */
export interface SealedBox {
  /**
   * Encrypts with a fresh salt and nonce. In place of an opened file, the salt stays and the nonce
   * is fresh: another salt would cost one more derivation and make no guess more expensive.
   */
  readonly seal: (text: string, inPlaceOf?: string | null) => Promise<string>
  readonly open: (file: string) => Promise<Opened>
}

export function createSealedBox(passphrase: string, cost: ScryptCost = STRONG): SealedBox {
  const derived = new Map<string, Promise<Buffer>>()
  const keys = async (kdf: Header['kdf']) => {
    const name = JSON.stringify(kdf)
    let bytes = derived.get(name)
    if (bytes === undefined) derived.set(name, (bytes = derive(passphrase, kdf)))
    const both = await bytes
    return { encryption: both.subarray(0, 32), check: both.subarray(32) }
  }
  return {
    async seal(text, inPlaceOf = null) {
      const before = inPlaceOf === null ? undefined : readSealed(inPlaceOf)?.header.kdf
      const fresh = { name: 'scrypt', ...cost, salt: randomBytes(16).toString('base64') } as const
      const kdf = before !== undefined && derived.has(JSON.stringify(before)) && hasCost(before, cost) ? before : fresh
      const key = await keys(kdf)
      const nonce = randomBytes(12)
      const check = computeCheck(key.check, kdf)
      const header: Header = { format: FORMAT, version: 1, kdf, cipher: CIPHER, nonce: nonce.toString('base64'), check }
      const cipher = createCipheriv(CIPHER, key.encryption, nonce).setAAD(Buffer.from(JSON.stringify(header)))
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
      return print({ header, data, tag: cipher.getAuthTag().toString('base64') })
    },
    async open(file) {
      const sealed = readSealed(file)
      if (sealed === null) return { ok: false, reason: 'broken' }
      const { kdf, check } = sealed.header
      const key = await keys(kdf)
      if (!isSame(computeCheck(key.check, kdf), check)) return { ok: false, reason: 'passphrase' }
      const text = decrypt(sealed, key.encryption)
      return text === null ? { ok: false, reason: 'broken' } : { ok: true, text }
    },
  }
}

function decrypt({ header, data, tag }: Sealed, key: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(header.nonce, 'base64'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(JSON.stringify(header))).setAuthTag(Buffer.from(tag, 'base64'))
    return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    // One result for every way in which the text differs from the sealed one.
    return null
  }
}

function computeCheck(key: Buffer, { N, r, p, salt }: Header['kdf']): string {
  return createHmac('sha256', key).update(['check', N, r, p, salt].join('\n')).digest('base64')
}

/** SHA-256 of all other members: distinguishes header damage from a wrong passphrase. Protects from accidents only; the tag protects from attackers. */
function checksumOf(sealed: Sealed): string {
  return createHash('sha256').update(JSON.stringify(sealed)).digest('base64')
}

function print(sealed: Sealed): string {
  const { header, data, tag } = sealed
  return `${JSON.stringify({ ...header, data, tag, checksum: checksumOf(sealed) }, null, 2)}\n`
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Classifies a file without its passphrase. */
export function kindOfSealed(file: string): 'ours' | 'newer' | 'broken' {
  if (readSealed(file) !== null) return 'ours'
  const { format, version } = parseObject(file)
  return format === FORMAT && Number(version) > 1 ? 'newer' : 'broken'
}

/** Reads what can be trusted of the file without a passphrase; null if it is not a complete file of ours. */
function readSealed(file: string): Sealed | null {
  const read = parseObject(file)
  const kdf = parseObject(read['kdf'])
  const kind = [read['format'], read['version'], read['cipher'], kdf['name']].join(' ')
  if (kind !== `${FORMAT} 1 ${CIPHER} scrypt`) return null
  const cost: ScryptCost = { N: Number(kdf['N']), r: Number(kdf['r']), p: Number(kdf['p']) }
  if (!isCost(cost)) return null
  const sealed: Sealed = {
    // In the member order in which it was authenticated.
    header: {
      format: FORMAT,
      version: 1,
      kdf: { name: 'scrypt', ...cost, salt: String(kdf['salt']) },
      cipher: CIPHER,
      nonce: String(read['nonce']),
      check: String(read['check']),
    },
    data: String(read['data']),
    tag: String(read['tag']),
  }
  return checksumOf(sealed) === read['checksum'] ? sealed : null
}

function hasCost(kdf: Header['kdf'], { N, r, p }: ScryptCost): boolean {
  return kdf.N === N && kdf.r === r && kdf.p === p
}

function isCost({ N, r, p }: ScryptCost): boolean {
  if (![N, r, p].every((value) => Number.isInteger(value) && value > 0)) return false
  const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N))
  return isPowerOfTwo && p <= 16 && 128 * N * r <= MOST_MEMORY
}

function parseObject(value: unknown): Record<string, unknown> {
  let parsed = value
  try {
    if (typeof value === 'string') parsed = JSON.parse(value)
  } catch {
    return {}
  }
  // Every member is checked when it is read.
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
}
