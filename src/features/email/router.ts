import { router } from '#server/trpc.ts'
import { accountProcedures } from './router/accounts.ts'
import { domainMailRouter } from './router/domains.ts'
import { messageProcedures } from './router/messages.ts'

export const emailRouter = router({
  ...accountProcedures,
  ...messageProcedures,
  domainMail: domainMailRouter,
})
