import { domainOf } from '#features/mailboxes/contract/address.ts'
import { handOver } from './hand-over.ts'
import { findMailServers, isPublic } from './mail-servers.ts'
import { Refusal, type Transport } from './transport.ts'

const smtpPort = 25

type Options = {
  /** The name for the greeting of this server. */
  name: () => string
  /** A port other than 25, and private addresses, only in tests. */
  port?: number
  mayVisit?: (address: string) => boolean
}

/**
 * Sends customer mail to the recipients' servers, over TLS where offered (RFC 7435): the certificate is not verified, as a valid
 * one cannot be expected.
 */
export function createDirect({ name, port = smtpPort, mayVisit = isPublic }: Options): Transport {
  let lastFailure: string | null = null
  return {
    name: 'direct delivery',
    mode: 'embedded',
    way: 'direct',
    async send({ resolver }, letter) {
      const domain = domainOf(letter.recipient)
      if (domain === null) throw new Refusal(true, '5.1.3', 'Mail cannot be sent to this address.')
      const servers = await findMailServers(resolver, domain, mayVisit)
      let refusal = new Refusal(false, '4.4.1', 'No mail server could be tried.')
      for (const { host, address } of servers) {
        try {
          await handOver(letter, {
            host: address,
            port,
            name: name(),
            servername: host,
            isOpportunistic: true,
          })
          lastFailure = null
          return
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          refusal = error
          if (error.isFinal) break
          lastFailure = `${host}: ${error.message}`
        }
      }
      throw refusal
    },
    check: async () => ({
      isHealthy: true,
      version: null,
      message: lastFailure === null ? null : `The last server did not accept mail. ${lastFailure}`,
    }),
  }
}
