import { statfs } from 'node:fs/promises'
import { diskFloorBytes } from '#shared/bytes.ts'
import { DomainError } from '#shared/errors.ts'

/** @throws DISK_FULL when `bytes` more on the disk of `folder` would exceed the portal's reserve */
export async function assertRoom(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < diskFloorBytes + bytes)
    throw new DomainError('DISK_FULL', 'The disk of the portal is full. Please try again later.')
}
