import type { Deps } from '#server/context.ts'

/** The host name of this server in SMTP greetings and delivery reports. */
export const mailNameOf = ({ env, origin }: Pick<Deps, 'env' | 'origin'>): string =>
  env.MAIL_HOST?.toLowerCase() ?? new URL(origin()).hostname
