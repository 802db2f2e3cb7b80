import type { DatabaseSync } from 'node:sqlite'

import type { UploadedFile } from '../../../catalog/endpoint.ts'
import { bytes, text } from '../../../storage/columns.ts'
import { insertRow, prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'

export interface MediaOwner {
  readonly storeId: number
  readonly storeCode: string
  readonly appKey: string
}

export interface MediaKey {
  readonly origin: 'upload' | 'generate'
  /** Hex in any letter case, or null if no later upload should find the file. */
  readonly fileHash: string | null
}

/** A stored file with the type that it is served with. */
export type StoredFile = UploadedFile

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/avif': 'avif',
}

/** Returns whether a file of this type can be stored. */
export function isMediaType(type: string): boolean {
  return Object.hasOwn(endings, type)
}

/** Returns the URL of the file that this app stored with the same key (B29), or null. */
export function findMedia(context: EmulatorContext, place: MediaOwner, { origin, fileHash }: MediaKey): string | null {
  if (fileHash === null) return null
  const row = prepared(
    context.storeDb(place.storeId),
    `SELECT f.path FROM media_records r JOIN media_files f ON f.id = r.file_id
     WHERE r.app_key = ? AND r.origin = ? AND r.file_hash = ?`,
  ).get(place.appKey, origin, fileHash.toLowerCase())
  return row === undefined ? null : addressOf(context, place, text(row, 'path'))
}

/**
 * Stores a file in the app's own folder under an unguessable name and returns its URL. If its
 * record cannot be written, only later deduplication fails (MEDIA-024, MEDIA-025).
 */
export function storeMedia(context: EmulatorContext, place: MediaOwner, file: UploadedFile & MediaKey): string {
  const db = context.storeDb(place.storeId)
  const path = `apps/${place.appKey}/${context.randomBytes(16).toString('hex')}.${endings[file.type] ?? 'bin'}`
  const fileId = insertRow(db, 'media_files', {
    path,
    content_type: file.type,
    bytes: file.bytes,
    created_at: context.now().getTime(),
  })
  try {
    if (context.settings().mediaRecordFails) throw new Error('The setting mediaRecordFails is on.')
    record(db, { ...file, appKey: place.appKey, fileId })
  } catch (error) {
    context.log({
      level: 'warn',
      code: 'media.not-recorded',
      message: 'A file was stored but not recorded in the media library, so it will not be deduplicated.',
      details: { appKey: place.appKey, storeId: place.storeId, path, cause: String(error) },
    })
  }
  return addressOf(context, place, path)
}

/** Returns the file of a path in this emulator, or null. */
export function readMedia(db: DatabaseSync, path: string): StoredFile | null {
  const row = prepared(db, 'SELECT content_type, bytes FROM media_files WHERE path = ?').get(path)
  // The column is a BLOB.
  return row === undefined ? null : { type: text(row, 'content_type'), bytes: bytes(row, 'bytes') }
}

interface NewRecord extends MediaKey {
  readonly appKey: string
  readonly fileId: number
}

function record(db: DatabaseSync, { appKey, origin, fileHash, fileId }: NewRecord): void {
  if (fileHash === null) return
  insertRow(db, 'media_records', { app_key: appKey, origin, file_hash: fileHash.toLowerCase(), file_id: fileId })
}

function addressOf(context: EmulatorContext, { storeCode }: MediaOwner, path: string): string {
  return `${context.urls().storefront}/${storeCode}/media/${path}`
}
