import { Buffer } from 'node:buffer'

import type { Mistake } from './deviation.ts'
import type { HashName } from './recipe.ts'

/** Facts that a signature's text shows, before anything is computed. */
export interface ReadSignature {
  readonly bytes: Buffer
  readonly hash: HashName
  /** Differences from 64 characters of lowercase hex. */
  readonly mistakes: readonly Mistake[]
}

/** By their output length in bytes. */
const hashes: ReadonlyMap<number, readonly [hash: HashName, name: string]> = new Map([
  [16, ['md5', 'MD5']],
  [20, ['sha1', 'SHA-1']],
  [28, ['sha224', 'SHA-224']],
  [32, ['sha256', 'SHA-256']],
  [48, ['sha384', 'SHA-384']],
  [64, ['sha512', 'SHA-512']],
])

const inHex = 'Write the signature as 64 lowercase hex characters, without a prefix.'

/** Returns the bytes of a signature, the hash that their number implies, and its encoding. Null if no known hash has that length. */
export function readSignature(text: string): ReadSignature | null {
  const trimmed = text.trim()
  const [, prefix = '', bare = ''] = /^((?:sha-?\d+|md5|v\d|hmac)[=:]|t=\d+,\s*v1=)?(.*)$/is.exec(trimmed) ?? []
  const written = readHex(bare) ?? readBase64(bare)
  if (written === null) return null
  const { bytes, mistakes } = written
  const [hash, name] = hashes.get(bytes.byteLength) ?? []
  if (hash === undefined || name === undefined) return null
  return {
    bytes,
    hash,
    mistakes: [
      ...(hash === 'sha256' ? [] : [otherHash(name)]),
      ...mistakes,
      ...(prefix === '' ? [] : [writing('prefix', `with the prefix ${prefix}`)]),
      ...(trimmed === text ? [] : [writing('white-space', 'with white space around it')]),
    ],
  }
}

/** Returns `A signature with 40 characters has 20 bytes, perhaps from SHA-1.`, for a signature that no known mistake explains; null if its length shows nothing. */
export function guessByLength(text: string): string | null {
  const read = readSignature(text)
  if (read === null || read.hash === 'sha256') return null
  const name = hashes.get(read.bytes.byteLength)?.[1] ?? read.hash
  return `A signature with ${text.trim().length} characters has ${read.bytes.byteLength} bytes, perhaps from ${name}. The platform uses HMAC-SHA256, which has 64 hex characters.`
}

interface WrittenSignature {
  readonly bytes: Buffer
  readonly mistakes: readonly Mistake[]
}

function readHex(text: string): WrittenSignature | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return null
  const bytes = Buffer.from(text, 'hex')
  return { bytes, mistakes: /[A-F]/.test(text) ? [writing('upper-case', 'in capital letters')] : [] }
}

function readBase64(text: string): WrittenSignature | null {
  const [, digits = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text) ?? []
  if (digits === '') return null
  const bytes = Buffer.from(digits, 'base64')
  const inside = readHex(bytes.toString('latin1'))
  if (inside !== null && hashes.has(inside.bytes.byteLength)) {
    return { bytes: inside.bytes, mistakes: [writing('base64', 'as the hex text in Base64'), ...inside.mistakes] }
  }
  const isUrl = /[_-]/.test(digits) || !text.endsWith('=')
  return { bytes, mistakes: [writing('base64', isUrl ? 'in Base64url' : 'in Base64')] }
}

function writing(id: string, how: string): Mistake {
  return { id, part: 'writing', what: `and written ${how}`, remedy: inHex }
}

function otherHash(name: string): Mistake {
  return {
    id: 'other-hash',
    part: 'hash',
    what: `with ${name} instead of SHA-256`,
    remedy: 'Use HMAC-SHA256. The signature is 32 bytes, written as 64 lowercase hex characters.',
  }
}
