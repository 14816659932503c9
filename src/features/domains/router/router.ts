import { z } from 'zod'
import { activeCustomer, customer, router } from '#server/trpc/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import { connectDomain } from '../connecting/connect.ts'
import { offerName } from '../connecting/offer.ts'
import { registerDomain } from '../connecting/register.ts'
import { connectInput, verifyOutput } from '../contract/challenge.ts'
import {
  domainOutput,
  registerInput,
  servingInput,
  settingsInput,
  transferInput,
  transferOutput,
} from '../contract/contract.ts'
import { dnssecOutput, setDnssecInput } from '../contract/dnssec.ts'
import { offerInput, offerOutput } from '../contract/offer.ts'
import { pointingOutput } from '../contract/pointing.ts'
import { getDnssec, setDnssec } from '../dnssec/dnssec.ts'
import { getPointing } from '../proof/see-pointing.ts'
import { verifyDomain } from '../proof/verify.ts'
import { setHolding, transferDomain } from '../service/holding.ts'
import { listDomains } from '../service/list.ts'
import { removeDomain } from '../service/remove.ts'
import { setServing } from '../service/set-serving.ts'

const dnssecRouter = router({
  get: customer
    .meta({
      rest: 'GET /api/domains/:id/dnssec',
      summary: 'Returns whether DNSSEC is on for a domain, with the DS record for its registrar.',
    })
    .input(byId)
    .output(dnssecOutput)
    .query(({ ctx, input }) => getDnssec(ctx, input)),
  set: customer
    .meta({
      rest: 'PUT /api/domains/:id/dnssec',
      summary: 'Turns DNSSEC of a domain on, or off once its DS record has been removed.',
      example: { enable: true },
    })
    .input(setDnssecInput)
    .output(dnssecOutput)
    .mutation(({ ctx, input }) => setDnssec(ctx, input)),
})

/** The procedures of domains; the same group also has those of zones. */
export const domainProcedures = {
  list: customer
    .meta({ rest: 'GET /api/domains', summary: 'Lists your domains, newest first.' })
    .input(page.optional())
    .output(z.array(domainOutput))
    .query(({ ctx, input }) => listDomains(ctx, input)),
  register: activeCustomer
    .meta({
      rest: 'POST /api/domains/register',
      summary: 'Registers a domain for a year and creates its DNS zone.',
      example: { name: 'example', tld: 'com' },
      status: 201,
    })
    .input(registerInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => registerDomain(ctx, input)),
  offer: customer
    .meta({
      rest: 'GET /api/domains/offer',
      summary: 'Returns whether a name is available, and whether it would be registered with a registry.',
    })
    .input(offerInput)
    .output(offerOutput)
    .query(({ ctx, input }) => offerName(ctx, input)),
  connect: activeCustomer
    .meta({
      rest: 'POST /api/domains/connect',
      summary: 'Connects a domain from another registrar and returns the TXT record that verifies it.',
      example: { name: 'example.com' },
      status: 201,
    })
    .input(connectInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => connectDomain(ctx, input)),
  verify: customer
    .meta({
      rest: 'POST /api/domains/:id/verify',
      summary: 'Checks the DNS for proof that a domain is yours and returns the result.',
    })
    .input(byId)
    .output(verifyOutput)
    .mutation(({ ctx, input }) => verifyDomain(ctx, input)),
  pointing: customer
    .meta({
      rest: 'GET /api/domains/:id/pointing',
      summary: 'Checks now whether public DNS has the records that a domain needs.',
    })
    .input(byId)
    .output(pointingOutput)
    .query(({ ctx, input }) => getPointing(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/domains/:id',
      summary: 'Removes a domain that was connected from another registrar, with its zone.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeDomain(ctx, input)),
  settings: customer
    .meta({
      rest: 'PUT /api/domains/:id/settings',
      summary: 'Turns renewal, privacy protection and transfer lock of a domain on or off.',
      example: { autoRenew: true },
    })
    .input(settingsInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => setHolding(ctx, input)),
  serving: customer
    .meta({
      rest: 'PUT /api/domains/:id/serving',
      summary: 'Sets the redirects of a domain (to HTTPS, and between it and its www) and HSTS.',
      example: { www: 'to-www' },
    })
    .input(servingInput)
    .output(domainOutput)
    .mutation(({ ctx, input }) => setServing(ctx, input)),
  transfer: customer
    .meta({
      rest: 'POST /api/domains/:id/transfer',
      summary: 'Returns whether a domain can be transferred, and issues its transfer code, shown once.',
    })
    .input(transferInput)
    .output(transferOutput)
    .mutation(({ ctx, input }) => transferDomain(ctx, input)),
  dnssec: dnssecRouter,
}
