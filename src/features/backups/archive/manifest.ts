import { z } from 'zod'
import { Damaged } from './refused.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const mode = z.number().int().min(0).max(0o777)

const item = z.object({
  /** The entry of the archive. Differs from `files/` and the path only where another name would be its twin. */
  name: z.string().min(1).max(5_000),
  /** Below the service's folder, `/`-separated; a folder's name ends without a slash here. */
  path: z.string().min(1).max(4_096),
  kind: z.enum(['file', 'folder']),
  sizeBytes: z.number().int().min(0),
  sha256: sha256.nullable(),
  mode,
})
export type Item = z.output<typeof item>

const manifest = z.object({
  version: z.literal(1),
  backupId: z.string(),
  serviceId: z.string(),
  backupType: z.string(),
  createdAt: z.string(),
  /** What was in the folder but is neither a file nor a folder, such as a link. */
  skipped: z.array(z.string()),
  items: z.array(item),
})
export type Manifest = z.output<typeof manifest>

/** @throws Damaged when it is no manifest of ours */
export function parseManifest(bytes: Buffer): Manifest {
  try {
    return manifest.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    throw new Damaged('The list of contents of this archive cannot be read.')
  }
}

/** Names that some file system takes for the same one have the same fold. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

const isPlainSegment = (segment: string): boolean =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  !/[\p{Cc}\\]/u.test(segment) &&
  Buffer.byteLength(segment) <= 255

/** Stays below the folder it is joined to, whatever the system. */
export const isPlainPath = (path: string): boolean =>
  path.isWellFormed() && path.split('/').every(isPlainSegment)
