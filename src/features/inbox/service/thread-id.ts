import { createHash } from 'node:crypto'

/** The conversation that a message begins, by its Message-ID without angle brackets. */
export const threadIdOf = (messageId: string): string =>
  createHash('sha256').update(messageId).digest('hex').slice(0, 32)
