import { statfs } from 'node:fs/promises'
import { mib } from '#shared/bytes.ts'
import { DomainError } from '#shared/errors.ts'

/** What the portal keeps for itself before it takes more of anybody's bytes (security research R61). */
const floorBytes = 64 * mib

/** @throws DISK_FULL when `bytes` more would not leave the portal its floor */
export async function assertFreeSpace(dataDir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < floorBytes + bytes)
    throw new DomainError('DISK_FULL', 'The disk of the portal is full. Please try again later.')
}
