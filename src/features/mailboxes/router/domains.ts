import { customer, router } from '#server/trpc/trpc.ts'
import { byId } from '#shared/schema.ts'
import {
  domainMailInput,
  domainMailOutput,
  domainMailStateInput,
  domainMailStateOutput,
  setDomainMailInput,
} from '../contract/contract.ts'
import { rotateKey } from '../domains/rotate.ts'
import { setUpMail } from '../domains/set-up.ts'
import { readMailState, setMailState } from '../domains/state.ts'

/** The mail of a domain: its records, its key, and their DNS checks. */
export const domainMailRouter = router({
  setUp: customer
    .meta({
      rest: 'POST /api/domains/:id/mail',
      summary: 'Publishes the mail records of a domain, or previews them with `apply: false`.',
      example: {},
    })
    .input(domainMailInput)
    .output(domainMailOutput)
    .mutation(({ ctx, input }) => setUpMail(ctx, input)),
  state: customer
    .meta({
      rest: 'GET /api/email/domains/:id',
      summary: 'Returns the mail settings of a domain and the current state of its DNS records.',
    })
    .input(domainMailStateInput)
    .output(domainMailStateOutput)
    .query(({ ctx, input }) => readMailState(ctx, input)),
  set: customer
    .meta({
      rest: 'PUT /api/email/domains/:id',
      summary: 'Sets greylisting and the catch-all mailbox of a domain.',
      example: { greylisting: true },
    })
    .input(setDomainMailInput)
    .output(domainMailStateOutput)
    .mutation(({ ctx, input }) => setMailState(ctx, input)),
  rotate: customer
    .meta({
      rest: 'POST /api/email/domains/:id/dkim',
      summary: 'Rotates the DKIM key of a domain; the old key stays published for seven days.',
    })
    .input(byId)
    .output(domainMailStateOutput)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),
})
