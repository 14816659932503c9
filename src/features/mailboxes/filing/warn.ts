import type { Logger } from '#server/log.ts'

/** Logs a failure without any content of the message. */
export const warnOf = (
  log: Pick<Logger, 'warn'>,
  message: string,
  error: unknown,
  fields: Record<string, unknown> = {},
): void => log.warn(message, { ...fields, error: error instanceof Error ? error.message : typeof error })
