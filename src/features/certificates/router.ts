import { domainOutput } from '#features/domains/contract/contract.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId } from '#shared/schema.ts'
import { setSslInput, sslOutput } from './contract.ts'
import { checkSsl, describeSsl } from './service/describe-ssl.ts'
import { setSsl } from './service/set-ssl.ts'

export const certificatesRouter = router({
  get: customer
    .meta({
      rest: 'GET /api/domains/:id/ssl',
      summary: 'Describes the certificate of a domain, and the problems that an order would have.',
    })
    .input(byId)
    .output(sslOutput)
    .query(({ ctx, input }) => describeSsl(ctx, input)),
  set: customer
    .meta({
      rest: 'POST /api/domains/:id/ssl',
      summary: 'Turns the certificate of a domain on or off.',
      example: { enable: true },
    })
    .input(setSslInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => setSsl(ctx, input)),
  check: customer
    .meta({
      rest: 'POST /api/domains/:id/ssl/check',
      summary: 'Checks again for problems, and retries a certificate that was not issued.',
    })
    .input(byId)
    .output(sslOutput)
    .mutation(({ ctx, input }) => checkSsl(ctx, input)),
})
