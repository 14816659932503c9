import type { Deps, Kernel } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { rootPath } from './contract.ts'
import { data } from './data.ts'
import { createAcmeAuthority } from './drivers/acme/acme-authority.ts'
import type { CertificateAuthority } from './drivers/certificate-authority.ts'
import { createLocalAuthority } from './drivers/local-authority.ts'
import { exports } from './exports.ts'
import { createSiteCertificates, type SiteCertificates } from './follow-certificates.ts'
import { certificatesHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { certificatesRouter } from './router.ts'
import { createAccountStore } from './service/account.ts'
import { replaceOthers } from './service/advice.ts'
import { followChallenges } from './service/follow-challenges.ts'
import { followNames } from './service/follow-names.ts'
import { openRoot } from './service/root.ts'
import { domainHttps } from './service/set-ssl.ts'
import { settings } from './settings.ts'
import { advising, issuing, sweeping } from './tasks.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** Issues certificates for customers' names. */
    certificateAuthority: CertificateAuthority
    /** The certificates of the store, for the gateway. */
    siteCertificates: SiteCertificates
  }
}

const httpPort = 80

/** Requirements of validation that the authority itself cannot report. */
function describeValidation({ SITES_PORT: port }: Kernel['env']): string | null {
  if (port === httpPort) return null
  if (port === 0)
    return 'No sites are served here, so only domains that use these name servers can be verified.'
  const where = port === 'auto' ? 'a free port' : `port ${port}`
  return `It sends requests to port ${httpPort}, but sites are served on ${where} here, so requests must be forwarded from there.`
}

function openAuthority(kernel: Kernel): CertificateAuthority {
  const { ACME_DIRECTORY_URL: directoryUrl, ACME_CONTACT, ACME_CA_FILE } = kernel.env
  if (directoryUrl === undefined) return createLocalAuthority(() => openRoot(kernel))
  return createAcmeAuthority({
    directoryUrl,
    ca: ACME_CA_FILE ?? null,
    contact: ACME_CONTACT ?? null,
    version: kernel.version,
    accountStore: createAccountStore(kernel, directoryUrl),
    remark: describeValidation(kernel.env),
  })
}

/** While the portal runs, follows the names of domains, and the challenges of other nodes. */
async function serve(deps: Deps): Promise<Running> {
  await replaceOthers(deps)
  const close = followNames(deps)
  const closeChallenges = deps.certificateAuthority.conditions ? followChallenges(deps) : null
  return {
    async stop() {
      close()
      await closeChallenges?.()
    },
  }
}

export const certificates = {
  name: 'certificates',
  settings,
  procedures: { certificates: certificatesRouter },
  http: {
    routes: [
      {
        method: 'GET',
        path: rootPath,
        access: 'visitor',
        description: {
          summary: 'Downloads the certificate of the portal’s own certificate authority.',
          answer: { type: 'application/x-pem-file' },
          refusals: [404],
        },
      },
    ],
    mount: certificatesHttp,
  },
  open: (kernel) => ({
    certificateAuthority: openAuthority(kernel),
    siteCertificates: createSiteCertificates(kernel),
    domainHttps,
  }),
  serve,
  // Separate workers: an authority does not delay other work, nor renewal advice the orders.
  work: { certificates: { tasks: [issuing] }, 'certificate-care': { tasks: [advising, sweeping] } },
  drivers: ({ certificateAuthority }) => [{ area: 'Certificates', driver: certificateAuthority }],
  data,
  invariants,
  exports,
} satisfies Feature
