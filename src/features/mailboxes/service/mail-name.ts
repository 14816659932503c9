import type { Deps } from '#server/context.ts'

/** The name by which this server greets others, and that its reports are from. */
export const mailNameOf = ({ env, origin }: Pick<Deps, 'env' | 'origin'>): string =>
  env.MAIL_HOST?.toLowerCase() ?? new URL(origin()).hostname
