import { createHash } from 'node:crypto'

/** The id of the conversation that a message starts, from its Message-ID without angle brackets. */
export const threadIdOf = (messageId: string): string =>
  createHash('sha256').update(messageId).digest('hex').slice(0, 32)
