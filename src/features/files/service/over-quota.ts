import { formatBytes } from '#shared/bytes.ts'
import { DomainError } from '#shared/errors.ts'

const sentence = 'There is not enough storage left in your plan.'

/** The error for an exceeded quota; its details say how much storage the trash uses. */
export const overQuota = (trashBytes = 0): DomainError =>
  new DomainError(
    'TOO_LARGE',
    trashBytes > 0 ? `${sentence} Emptying the trash frees ${formatBytes(trashBytes)}.` : sentence,
    { details: { trashBytes } },
  )
