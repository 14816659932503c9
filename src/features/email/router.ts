import { router } from '#server/trpc.ts'
import { accountProcedures } from './router/accounts.ts'

export const emailRouter = router({ ...accountProcedures })
