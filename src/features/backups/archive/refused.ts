import { codeOf } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'

/** Failure of a backup or restore with a sentence for the customer; a retry would not help. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The archive was modified, or is not one of ours. */
export class Damaged extends Refused {}

/** The archive is missing, but not necessarily lost: a disk may not be mounted. */
export class Missing extends Refused {}

export const missingText = 'The archive of this backup is missing.'

/** The backup was deleted, or another worker has it. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/** Whether the error itself has a sentence for the customer. */
export const isRefusal = (error: unknown): error is Refused | DomainError =>
  error instanceof Refused || error instanceof DomainError

/** The customer's sentence for a file system or database error, without paths or numbers. */
export function sentenceOf(error: unknown): string {
  if (isRefusal(error)) return error.message
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the portal is full.'
  if (code === 'EACCES' || code === 'EPERM') return 'A file of this service cannot be read.'
  return 'The files could not be read or written.'
}

/** An error in the log: its name and code, without paths. */
export const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${codeOf(error)}`.trim() : 'unknown'
