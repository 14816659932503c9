import { codeOf } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'

/** What a backup or a restore fails with; the sentence is the customer's. Nothing that it could be tried again for. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The archive is not what was written, or was never ours. */
export class Damaged extends Refused {}

/** The archive is missing. That does not mean it is lost: a disk may not be mounted here. */
export class Missing extends Refused {}

export const missingText = 'The archive of this backup is missing.'

/** The backup was deleted, or another worker has it. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/** Whether it says itself why, as a sentence for the customer. */
export const isRefusal = (error: unknown): error is Refused | DomainError =>
  error instanceof Refused || error instanceof DomainError

/** The sentence for a refusal of the file system or of a database; nothing of paths or numbers gets out. */
export function sentenceOf(error: unknown): string {
  if (isRefusal(error)) return error.message
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the portal is full.'
  if (code === 'EACCES' || code === 'EPERM') return 'A file of this service cannot be read.'
  return 'The files could not be read or written.'
}

/** A fault as the log names it: kind and code, without paths. */
export const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${codeOf(error)}`.trim() : 'unknown'
