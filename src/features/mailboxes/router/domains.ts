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

/** The mail of a domain: its records, its key, and what the DNS says of them. */
export const domainMailRouter = router({
  setUp: customer
    .meta({
      rest: 'POST /api/domains/:id/mail',
      summary: 'Publishes the records of mail of a domain, or with `apply: false` previews them.',
      example: {},
    })
    .input(domainMailInput)
    .output(domainMailOutput)
    .mutation(({ ctx, input }) => setUpMail(ctx, input)),
  state: customer
    .meta({
      rest: 'GET /api/email/domains/:id',
      summary: 'Says what a domain does with mail, and what the DNS says of it now.',
    })
    .input(domainMailStateInput)
    .output(domainMailStateOutput)
    .query(({ ctx, input }) => readMailState(ctx, input)),
  set: customer
    .meta({
      rest: 'PUT /api/email/domains/:id',
      summary: 'Sets greylisting of a domain, and the mailbox that gets what no address is there for.',
      example: { greylisting: true },
    })
    .input(setDomainMailInput)
    .output(domainMailStateOutput)
    .mutation(({ ctx, input }) => setMailState(ctx, input)),
  rotate: customer
    .meta({
      rest: 'POST /api/email/domains/:id/dkim',
      summary: 'Changes the key that signs what a domain sends; the old one stays for seven days.',
    })
    .input(byId)
    .output(domainMailStateOutput)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),
})
