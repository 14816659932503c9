import { router } from '#server/trpc.ts'
import { accountProcedures } from './router/accounts.ts'
import { domainMailRouter } from './router/domains.ts'

export const emailRouter = router({ ...accountProcedures, domainMail: domainMailRouter })
