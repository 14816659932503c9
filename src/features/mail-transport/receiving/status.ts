import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import { type MailFilters, openFilters } from '../checks/filters.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** Where mail is received, and its filters. */
    incomingMail: IncomingMail
  }
}

export type IncomingMail = {
  /** Null while not listening. */
  port: number | null
  filters: MailFilters
}

export const openIncomingMail = (env: Deps['env']): IncomingMail => ({
  port: null,
  filters: openFilters(env),
})

async function describeFilters({
  spam,
  viruses,
}: MailFilters): Promise<{ isHealthy: boolean; text: string }> {
  const [rspamd, clamav] = await Promise.all([spam?.check(), viruses?.check()])
  const silent = [
    ...(spam && rspamd?.isHealthy === false
      ? [`${await spam.describeSilence()}; basic filters check for spam.`]
      : []),
    ...(clamav?.isHealthy === false
      ? ['ClamAV does not answer, so senders are asked to try again later.']
      : []),
  ]
  const said = [
    rspamd?.isHealthy ? `Spam filter: rspamd ${rspamd.version ?? ''}`.trim() : 'Spam filter: basic',
    clamav?.isHealthy
      ? `virus scanner: ClamAV ${clamav.version ?? ''}.`.replace('  ', ' ')
      : 'no virus scanner.',
  ]
  return silent.length > 0
    ? { isHealthy: false, text: silent.join(' ') }
    : { isHealthy: true, text: said.join('; ') }
}

/** The state of incoming mail, for the administrator. */
export const incomingMailDriver = ({ incomingMail, env, version }: Deps): Driver => ({
  name: 'smtp-server',
  mode: incomingMail.port === null ? 'off' : 'embedded',
  async check() {
    if (incomingMail.port === null) {
      const message =
        env.MAIL_SMTP_PORT === 0
          ? 'Incoming mail is off because MAIL_SMTP_PORT is 0.'
          : 'This process does not receive mail.'
      return { isHealthy: true, version: null, message }
    }
    const { isHealthy, text } = await describeFilters(incomingMail.filters)
    return { isHealthy, version, message: `Port ${incomingMail.port} of ${env.HOST}. ${text}` }
  },
})
