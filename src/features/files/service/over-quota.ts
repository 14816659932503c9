import { formatBytes } from '#shared/bytes.ts'
import { DomainError } from '#shared/errors.ts'

const sentence = 'There is not enough storage left in your plan.'

/** The plan has no room for it; how much of its storage the trash holds is a fact of the answer. */
export const overQuota = (trashBytes = 0): DomainError =>
  new DomainError(
    'TOO_LARGE',
    trashBytes > 0 ? `${sentence} Emptying the trash frees ${formatBytes(trashBytes)}.` : sentence,
    { details: { trashBytes } },
  )
