import type { Deps } from '#server/context.ts'
import type { Feature, Running } from '#server/feature.ts'
import { rootPath } from './contract.ts'
import type { CertificateAuthority } from './drivers/certificate-authority.ts'
import { createLocalAuthority } from './drivers/local-authority.ts'
import { createSiteCertificates, type SiteCertificates } from './follow-certificates.ts'
import { certificatesHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { certificatesRouter } from './router.ts'
import { followNames } from './service/follow-names.ts'
import { openRoot } from './service/root.ts'
import { issuing } from './tasks.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** Who certifies the names of customers. */
    certificateAuthority: CertificateAuthority
    /** The certificates of the store, for the gateway. */
    siteCertificates: SiteCertificates
  }
}

/** The names of domains are followed while the portal runs. */
async function serve(deps: Deps): Promise<Running> {
  const close = followNames(deps)
  return { stop: async () => close() }
}

export const certificates = {
  name: 'certificates',
  procedures: { certificates: certificatesRouter },
  http: {
    routes: [
      {
        method: 'GET',
        path: rootPath,
        access: 'visitor',
        description: {
          summary: 'Downloads the certificate of the portal’s own authority.',
          answer: { type: 'application/x-pem-file' },
          refusals: [404],
        },
      },
    ],
    mount: certificatesHttp,
  },
  open: (kernel) => ({
    certificateAuthority: createLocalAuthority(() => openRoot(kernel)),
    siteCertificates: createSiteCertificates(kernel),
  }),
  serve,
  // Others do not wait for an authority.
  work: { certificates: { tasks: [issuing] } },
  drivers: ({ certificateAuthority }) => [{ area: 'Certificates', driver: certificateAuthority }],
  invariants,
} satisfies Feature
