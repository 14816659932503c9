import type { Logger } from '#server/log.ts'

/** A warning that names a failure, without anything of the mail that it is about. */
export const warnOf = (
  log: Pick<Logger, 'warn'>,
  message: string,
  error: unknown,
  fields: Record<string, unknown> = {},
): void => log.warn(message, { ...fields, error: error instanceof Error ? error.message : typeof error })
