import { router } from '#server/trpc.ts'
import { accountProcedures } from './router/accounts.ts'
import { domainMailRouter } from './router/domains.ts'
import { messageProcedures } from '#features/inbox/router.ts'

export const emailRouter = router({
  ...accountProcedures,
  ...messageProcedures,
  domainMail: domainMailRouter,
})
